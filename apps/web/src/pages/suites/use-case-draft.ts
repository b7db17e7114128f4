import { useQueryClient } from "@tanstack/react-query";
import { useApi, useOrganization } from "../../api/scope.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { useNewest } from "../../drafts/use-newest.ts";
import { toCaseFields, toCaseInput, type CaseFields } from "./case-fields.ts";
import { useSuitePlace, type TestCase } from "./use-suite.ts";

/** The fields of a case, saved over its newest row version. */
export function useCaseDraft(testCase: TestCase) {
  const api = useApi();
  const client = useQueryClient();
  const { session } = useOrganization();
  const { place } = useSuitePlace();
  const list = api.list("listCases", place).queryKey;
  const known = useNewest(testCase);
  const show = (saved: TestCase) =>
    client.setQueryData(list, (old) => old?.map((each) => (each.id === saved.id ? saved : each)));
  return useDraft<CaseFields>({
    key: `${session.user.id}:case:${testCase.id}`,
    server: toCaseFields(testCase),
    save: async (fields) => {
      const { rowVersion } = known.newest;
      const input = { ...place, caseId: testCase.id, rowVersion };
      known.newest = await api.call("updateCase", {
        ...input,
        ...toCaseInput(fields, known.newest),
      });
      show(known.newest);
      const suite = api.query("getSuite", place).queryKey;
      void client.invalidateQueries({ queryKey: suite });
      return toCaseFields(known.newest);
    },
    reload: async () => {
      known.newest = await api.call("getCase", { ...place, caseId: testCase.id });
      show(known.newest);
      return toCaseFields(known.newest);
    },
  });
}
