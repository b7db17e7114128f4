import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { ServiceProviderView } from "./sso-scene.ts";
import type { Signer } from "./make-signer.ts";

// simplesamlphp 1.19 of Debian 12, unpacked without root. The packages stay in the folder for temporary
// files; LINTEL_TEST_SIMPLESAMLPHP names another.

const run = promisify(execFile);
const home =
  process.env["LINTEL_TEST_SIMPLESAMLPHP"] ?? path.join(tmpdir(), "lintel-simplesamlphp");
const root = path.join(home, "root");
const php = path.join(root, "usr/bin/php8.2");
const program = path.join(root, "usr/share/simplesamlphp");

const packages = [
  "simplesamlphp",
  "php8.2-cli",
  "php8.2-common",
  "php8.2-xml",
  "php8.2-mbstring",
  "php-common",
  "libsodium23",
  "libargon2-1",
  "libedit2",
  "libxml2",
  "libonig5",
  "libpcre2-8-0",
  "libicu72",
  "libmd0",
  "libbsd0",
  "liblzma5",
  "libmagic1",
  "libmagic-mgc",
];
const extensions = [
  "ctype",
  "dom",
  "mbstring",
  "posix",
  "simplexml",
  "tokenizer",
  "xml",
  "xmlwriter",
];

/** Unpacks the packages where they can be had; the reason where they cannot. */
export async function unpackSimpleSamlPhp(): Promise<string | null> {
  if (existsSync(php) && existsSync(program)) return null;
  const folder = path.join(home, "debs");
  try {
    await mkdir(folder, { recursive: true });
    await run("apt-get", ["download", ...packages], { cwd: folder });
    for (const file of await readdir(folder))
      await run("dpkg", ["-x", path.join(folder, file), root]);
    return existsSync(php) ? null : "the packages have no PHP 8.2";
  } catch (error) {
    return (error as Error).message.split("\n", 1)[0] ?? "the packages cannot be downloaded";
  }
}

export interface SimpleSamlPhp extends AsyncDisposable {
  readonly metadataUrl: string;
}

export const phpUser = { name: "ann", password: "a-password" };

/** A provider with one person, who signs in with a password. */
export async function openSimpleSamlPhp(options: {
  readonly signer: Signer;
  readonly email: string;
  readonly groups: readonly string[];
  readonly serviceProviders: readonly ServiceProviderView[];
  readonly port: number;
}): Promise<SimpleSamlPhp> {
  const { port } = options;
  const folder = path.join(home, `run-${port}`);
  await writeFiles(folder, options);
  const libraries = path.join(root, "usr/lib/x86_64-linux-gnu");
  const modules = path.join(root, "usr/lib/php/20220829");
  const loaded = extensions.flatMap((name) => ["-d", `extension=${modules}/${name}.so`]);
  const child = spawn(
    php,
    [
      "-n",
      ...loaded,
      "-d",
      `include_path=${root}/usr/share/php`,
      "-S",
      `127.0.0.1:${port}`,
      "-t",
      folder,
    ],
    {
      env: {
        LD_LIBRARY_PATH: `${libraries}:${path.join(root, "lib/x86_64-linux-gnu")}`,
        SIMPLESAMLPHP_CONFIG_DIR: path.join(folder, "config"),
      },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let log = "";
  child.stderr.on("data", (text: Buffer) => (log += text.toString()));
  const metadataUrl = `http://127.0.0.1:${port}/simplesaml/saml2/idp/metadata.php`;
  await waitFor(metadataUrl, () => log);
  return {
    metadataUrl,
    async [Symbol.asyncDispose]() {
      await stop(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await ended;
}

async function waitFor(url: string, log: () => string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (status !== 0) break;
    await wait(100);
  }
  throw new Error(`simplesamlphp does not answer: ${log().slice(-2000)}`);
}

const phpText = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

async function writeFiles(
  folder: string,
  { signer, email, groups, serviceProviders, port }: Parameters<typeof openSimpleSamlPhp>[0],
): Promise<void> {
  const inFolder = (name: string) => path.join(folder, name);
  for (const name of ["config", "metadata", "cert", "temp"])
    await mkdir(inFolder(name), { recursive: true });
  await symlink(path.join(program, "www"), inFolder("simplesaml"));
  await writeFile(inFolder("cert/key.pem"), signer.key);
  await writeFile(inFolder("cert/cert.pem"), signer.cert);
  const settings = {
    baseurlpath: `http://127.0.0.1:${port}/simplesaml/`,
    certdir: `${inFolder("cert")}/`,
    tempdir: inFolder("temp"),
    datadir: inFolder("temp"),
    metadatadir: inFolder("metadata"),
    secretsalt: "a-salt-of-the-test",
    "auth.adminpassword": "an-admin-password",
    technicalcontact_email: "test@example.com",
    "logging.handler": "errorlog",
    "store.type": "phpsession",
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${phpText(name)} => ${phpText(value)},`,
  );
  await writeFile(
    inFolder("config/config.php"),
    `<?php\n$config = [${lines.join("\n")}
'enable.saml20-idp' => true, 'session.cookie.secure' => false, 'session.phpsession.savepath' => ${phpText(inFolder("temp"))},
'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
'metadata.sources' => [['type' => 'flatfile', 'directory' => ${phpText(inFolder("metadata"))}]]];`,
  );
  const list = groups.map(phpText).join(", ");
  await writeFile(
    inFolder("config/authsources.php"),
    `<?php\n$config = ['people' => ['exampleauth:UserPass', '${phpUser.name}:${phpUser.password}' => ['mail' => [${phpText(email)}], 'displayName' => ['Ann of PHP'], 'groups' => [${list}]]]];`,
  );
  await writeFile(
    inFolder("metadata/saml20-idp-hosted.php"),
    `<?php\n$metadata['__DYNAMIC:1__'] = ['host' => '__DEFAULT__', 'privatekey' => 'key.pem', 'certificate' => 'cert.pem', 'auth' => 'people'];`,
  );
  const remote = serviceProviders.map(
    ({ entityId, acsUrl }) =>
      `$metadata[${phpText(entityId)}] = ['AssertionConsumerService' => ${phpText(acsUrl)}, 'NameIDFormat' => 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', 'simplesaml.nameidattribute' => 'mail', 'simplesaml.attributes' => true, 'saml20.sign.assertion' => true];`,
  );
  await writeFile(inFolder("metadata/saml20-sp-remote.php"), `<?php\n${remote.join("\n")}`);
}

/** A port that is free now. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Signs in at the provider's page as a person does, and reads the form of its answer. */
export async function answerByPhp(location: URL): Promise<{ base64: string; relayState: string }> {
  const cookies = new Map<string, string>();
  let answer = await visit(cookies, location);
  const field = (page: string, name: string) => {
    const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0] ?? "";
    return (/value="([^"]*)"/.exec(input)?.[1] ?? "")
      .replaceAll("&amp;", "&")
      .replaceAll("&#x3D;", "=");
  };
  const form = new URLSearchParams({
    username: phpUser.name,
    password: phpUser.password,
    AuthState: field(answer.page, "AuthState"),
  });
  answer = await visit(cookies, answer.url, form);
  const base64 = field(answer.page, "SAMLResponse");
  if (base64 === "") throw new Error(answer.page.slice(0, 3000));
  return { base64, relayState: field(answer.page, "RelayState") };
}

async function visit(
  cookies: Map<string, string>,
  start: URL,
  form?: URLSearchParams,
): Promise<{ url: URL; page: string }> {
  let url = start;
  let body = form;
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get("location");
    if (next === null) return { url, page: await answer.text() };
    url = new URL(next, url);
    body = undefined;
  }
  throw new Error("There were too many redirects.");
}
