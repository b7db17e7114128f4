import { visibilities, type Visibility } from "@lintel/contract/words/visibilities";

export const visibilityNames: Readonly<Record<Visibility, string>> = {
  internal: "Members of the project",
  authenticated: "Anyone who signs in",
  public: "Anyone",
};

export const visibilityChoices = visibilities.map((value) => ({
  value,
  name: visibilityNames[value],
}));
