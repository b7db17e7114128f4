import { reportFormats } from "@lintel/contract/shapes/test-names.generated";
import type { OptionSpec } from "./option.types.ts";

export const helpOption: OptionSpec = {
  name: "help",
  short: "h",
  summary: "Show this help",
};

export const regionOption: OptionSpec = {
  name: "region",
  value: "REGION",
  choices: ["eu", "us"],
  summary: "The organization's region: eu or us",
  otherwise: "LINTEL_REGION, the profile's region, eu",
};

/** Options of every command that calls the service. */
export const connectionOptions: readonly OptionSpec[] = [
  {
    name: "url",
    value: "URL",
    summary: "The address of the service",
    otherwise: "LINTEL_URL, the profile's url, http://127.0.0.1:4000",
  },
  regionOption,
  {
    name: "profile",
    value: "NAME",
    summary: "The profile of the config file to use",
    otherwise: "LINTEL_PROFILE, default",
  },
];

export const projectOption: OptionSpec = {
  name: "project",
  short: "p",
  value: "P",
  summary: "The project's name, slug or id",
  otherwise: "LINTEL_PROJECT, the profile's project",
};

export const yesOption: OptionSpec = {
  name: "yes",
  short: "y",
  summary: "Delete without confirmation",
};

export const jsonOption: OptionSpec = {
  name: "json",
  summary: "Print one JSON document on stdout and all messages on stderr",
};

/** The option of each command that can write reports. */
export const reportOption: OptionSpec = {
  name: "report",
  value: "FORMAT=PATH",
  isRepeatable: true,
  summary: `Write a report: ${reportFormats.join(", ")}; the path - is stdout`,
};
