import { useState } from "react";
import { areSingleKeysOn, setSingleKeys } from "../../keys/single-keys.ts";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { Select } from "../../parts/select.tsx";
import { applyTheme, readTheme, themes, type Theme } from "../../keys/theme.ts";
import styles from "./account-frame.module.css";

const themeNames: Readonly<Record<Theme, string>> = {
  system: "As the system",
  light: "Light",
  dark: "Dark",
};

/** How the app looks and is used in this browser. */
export function PreferencesPage() {
  const [theme, setTheme] = useState(readTheme);
  const [hasKeys, setHasKeys] = useState(areSingleKeysOn);
  return (
    <Page title="Preferences" width="detail">
      <p className={styles["hint"]}>This browser keeps them.</p>
      <Section title="Look">
        <div className={styles["narrow"]}>
          <Select
            label="Theme"
            value={theme}
            choices={themes.map((value) => ({ value, name: themeNames[value] }))}
            onChange={(next) => {
              applyTheme(next);
              setTheme(next);
            }}
          />
        </div>
      </Section>
      <Section title="Keyboard">
        <Checkbox
          label="Shortcuts of a single key, such as j and k"
          isChecked={hasKeys}
          onChange={(isOn) => {
            setSingleKeys(isOn);
            setHasKeys(isOn);
          }}
        />
      </Section>
    </Page>
  );
}
