import * as declared from "@lintel/contract/operations/service-account";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  addAccount,
  changeAccount,
  listAccounts,
  readAccount,
  removeAccount,
} from "./service-account.service.ts";

export function serviceAccountOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listServiceAccounts, (context, input) => listAccounts(context, input)),
    implement(declared.createServiceAccount, (context, input) =>
      addAccount(platform, context, input),
    ),
    implement(declared.getServiceAccount, (context, input) => readAccount(context, input.id)),
    implement(declared.updateServiceAccount, (context, input) => changeAccount(context, input)),
    implement(declared.deleteServiceAccount, (context, input) => removeAccount(context, input.id)),
  ];
}
