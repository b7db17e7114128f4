import { QueryClient } from "@tanstack/react-query";
import { isPassing } from "./refusal.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The event stream says what has changed; this is for the time without it.
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => count < 2 && isPassing(error),
    },
    mutations: { retry: false },
  },
});
