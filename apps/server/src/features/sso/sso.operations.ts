import * as declared from "@lintel/contract/operations/sso-connection";
import * as signIn from "@lintel/contract/operations/sso-sign-in";
import {
  implement,
  implementPrepared,
  type Feature,
  type Implementation,
} from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { beginSignIn, listChoices, readSamlMetadata } from "./begin-sign-in.ts";
import { sealedClientSecrets } from "./client-secret.sealed.ts";
import { activateConnection, disableConnection, startTest } from "./connection-state.service.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { prepareRefresh, refreshMetadata } from "./metadata-refresh.service.ts";
import { listAttempts } from "./sso-attempt.service.ts";
import {
  addConnection,
  changeConnection,
  listConnections,
  prepareChange,
  prepareConnection,
  readConnection,
  removeConnection,
} from "./sso-connection.service.ts";
import { ssoUpkeep } from "./sso.schedule.ts";
import { checkOidcAnswer, checkSamlAnswer } from "./verify-answer.ts";

export function ssoFeature(platform: Platform): Feature {
  return {
    implementations: [...connectionOperations(platform), ...signInOperations(platform)],
    schedules: [ssoUpkeep(platform)],
    sealed: [sealedClientSecrets],
  };
}

function connectionOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listSsoConnections, (context, input) =>
      listConnections(platform, context, input),
    ),
    implementPrepared(
      declared.createSsoConnection,
      (context, input) => prepareConnection(platform, context, input),
      (context, input, provider) => addConnection(platform, context, input, provider),
    ),
    implement(declared.getSsoConnection, (context, input) =>
      readConnection(platform, context, input.connectionId),
    ),
    implementPrepared(
      declared.updateSsoConnection,
      (context, input) => prepareChange(platform, context, input),
      (context, input, provider) => changeConnection(platform, context, input, provider),
    ),
    implement(declared.deleteSsoConnection, (context, input) => removeConnection(context, input)),
    implement(declared.testSsoConnection, (context, input) =>
      startTest(platform, context, input.connectionId),
    ),
    implement(declared.activateSsoConnection, (context, input) =>
      activateConnection(platform, context, input.connectionId),
    ),
    implement(declared.disableSsoConnection, (context, input) =>
      disableConnection(platform, context, input),
    ),
    implementPrepared(
      declared.refreshSsoMetadata,
      (context, input) => prepareRefresh(platform, context, input.connectionId),
      (context, input, read) => refreshMetadata(platform, context, input.connectionId, read),
    ),
    implement(declared.listSsoAttempts, (context, input) => listAttempts(context, input)),
  ];
}

function signInOperations(platform: Platform): Implementation[] {
  return [
    implement(signIn.getSamlMetadata, (context, input) =>
      readSamlMetadata(platform, context, input),
    ),
    implement(signIn.listSsoChoices, (context, input) => listChoices(context, input)),
    implement(signIn.beginSsoSignIn, (context, input) => beginSignIn(platform, context, input)),
    implementPrepared(
      signIn.finishSamlSignIn,
      (context, input) => checkSamlAnswer(platform, context, input),
      (context, { device, address }, answer) =>
        finishSignIn(platform, context, answer, { device, address }),
    ),
    implementPrepared(
      signIn.finishOidcSignIn,
      (context, input) => checkOidcAnswer(platform, context, input),
      (context, { device, address }, answer) =>
        finishSignIn(platform, context, answer, { device, address }),
    ),
  ];
}
