/** Whether requests to an address stay on the machine. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
