import { useQuery } from "@tanstack/react-query";
import { ownApi } from "../../api/api.ts";
import { base } from "../../api/place.ts";
import { Button } from "../../parts/button.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { PasskeyList } from "./passkey-list.tsx";
import { PasswordForm } from "./password-form.tsx";
import { RemoveSecondFactor } from "./remove-second-factor.tsx";
import styles from "./account-frame.module.css";

/** How the person signs in: passkeys, password, and the second factor. */
export function SignInMethodsPage() {
  return (
    <Page title="Sign-in methods" width="detail">
      <Section title="Passkeys">
        <PasskeyList />
      </Section>
      <Section title="Second factor">
        <SecondFactor />
      </Section>
      <Section title="Password">
        <PasswordForm />
      </Section>
      <Section title="Single sign-on">
        <p className={styles["hint"]}>
          An organization whose administrators have set up single sign-on offers it on the page for
          sign-in, as soon as you enter your e-mail address.
        </p>
      </Section>
    </Page>
  );
}

// The secret and the recovery codes are shown by a page of the server, outside of this app.
function SecondFactor() {
  const factor = useQuery(ownApi.query("getSecondFactor", {}));
  return (
    <QueryView query={factor}>
      {({ isEnabled, enabledAt, recoveryCodesLeft }) =>
        isEnabled ? (
          <ul className={styles["items"]}>
            <li>
              <span className={styles["grow"]}>
                Codes of an app, since {enabledAt === null ? "–" : <Time at={enabledAt} />}
              </span>
              <RemoveSecondFactor />
            </li>
            <li>
              <span className={styles["grow"]}>{recoveryCodesLeft} recovery codes are left</span>
              <form method="post" action={`${base}/account/second-factor/recovery-codes`}>
                <Button type="submit">Make new recovery codes</Button>
              </form>
            </li>
          </ul>
        ) : (
          <form method="post" action={`${base}/account/second-factor`} className="form">
            <p className={styles["hint"]}>
              A sign-in with the password then also asks for a code of an app. A passkey needs no
              code.
            </p>
            <div>
              <Button type="submit">Set up second factor</Button>
            </div>
          </form>
        )
      }
    </QueryView>
  );
}
