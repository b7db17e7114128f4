const words = `secret password changeme change-me default admin root test testing dev development
  production prod staging demo example sample token jwt jwtsecret jwt-secret jwt_secret jwtSecret
  secretkey secret-key secret_key secretKey supersecret super-secret super_secret superSecret
  mysecret my-secret my_secret mySecret mysecretkey my-secret-key my_secret_key privatekey
  private-key key apikey api-key signingkey signing-key your-secret your-secret-key
  your-256-bit-secret your-384-bit-secret your-512-bit-secret yoursecret yoursecretkey
  your_jwt_secret your-jwt-secret somesecret some-secret thisisasecret this-is-a-secret
  shhhhh shhh shhhhhhared-secret keyboard-cat hunter2 letmein qwerty qwerty123 iloveyou
  abc abc123 123 1234 12345 123456 1234567 12345678 123456789 1234567890 0123456789 0 1 a
  foo foobar bar baz hello helloworld hello-world welcome guest user master passw0rd p@ssw0rd
  pass passwd pwd auth session cookie hash salt pepper crypto encryption encryptionkey signature
  express node nodejs react angular vue spring django flask laravel rails symfony app application
  server backend api rest graphql service localhost docker kubernetes company acme bank shop store
  random randomstring none null undefined true false secret1 secret123 password1 password123 admin123
  test123 jwt123 key123 changeit changethis change_this change-this replace-me replaceme todo tbd
  notasecret not-a-secret insecure topsecret top-secret top_secret verysecret very-secret`;

/** Secrets that developers leave in place, from common words with their usual endings. */
export const weakSecrets: readonly string[] = [
  ...new Set(
    words.split(/\s+/).flatMap((word) => {
      const capital = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
      return [
        word,
        capital,
        word.toUpperCase(),
        `${word}!`,
        `${word}1`,
        `${word}123`,
        `${word}_key`,
      ];
    }),
  ),
];
