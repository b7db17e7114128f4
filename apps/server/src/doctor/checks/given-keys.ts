import type { MasterKey } from "../../platform/crypto/master-key.ts";
import { keyFileOf, readKeyFile } from "../../platform/data-folder/key-file.ts";
import type { DoctorTarget } from "./check.types.ts";

/**
 * The master keys that a start would read; null if there are none yet.
 *
 * @throws DataFolderError if the file cannot be used.
 */
export async function readGivenKeys({
  masterKeys,
  dataFolder,
}: DoctorTarget): Promise<readonly MasterKey[] | null> {
  return masterKeys ?? readKeyFile(keyFileOf(dataFolder));
}
