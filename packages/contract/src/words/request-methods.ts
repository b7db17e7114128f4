/** The methods that a request of a case can have. */
export const requestMethods = [
  "GET",
  "HEAD",
  "OPTIONS",
  "QUERY",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "TRACE",
] as const;
