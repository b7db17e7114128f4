import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { requestMethods } from "@lintel/contract/words/request-methods";
import { useState, type FormEvent } from "react";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { phaseNames } from "./case-order.ts";
import { useRefreshSuite, useSuitePlace, type TestCase } from "./use-suite.ts";
import styles from "./suites.module.css";

type Method = TestCase["request"]["method"];
const phases = phaseNames.map(({ phase, name }) => ({ value: phase, name }));
const methods = requestMethods.map((value) => ({ value, name: value }));

/** A case with a request that expects status 200; the editor has the rest. */
export function CreateCase({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const refresh = useRefreshSuite();
  const navigate = useNavigate();
  const { params, place } = useSuitePlace();
  const [name, setName] = useState("");
  const [method, setMethod] = useState<Method>("GET");
  const [url, setUrl] = useState("/");
  const [phase, setPhase] = useState<TestCase["phase"]>("test");
  const create = useMutation({
    mutationFn: () =>
      api.call("createCase", {
        ...place,
        name,
        phase,
        request: { method, url },
        assertions: [{ source: "status", operator: "equals", expected: 200 }],
      }),
    onSuccess: async ({ id }) => {
      await refresh();
      onClose();
      const to = "/$org/$project/suites/$suite/cases/$case";
      await navigate({ to, params: { ...params, case: id } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const isReady = name.trim() !== "" && url.trim() !== "" && !create.isPending;
  return (
    <Dialog title="Create case" isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          autoFocus
          error={create.error === null ? null : describeError(create.error)}
        />
        <div className={styles["request"]}>
          <Select label="Method" value={method} choices={methods} onChange={setMethod} />
          <TextField label="Address" isMono value={url} onChange={setUrl} />
        </div>
        <Select label="Phase" value={phase} choices={phases} onChange={setPhase} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={!isReady}>
            Create case
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
