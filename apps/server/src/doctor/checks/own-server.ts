import { connect } from "node:net";
import { socketPathOf } from "../../platform/data-folder/data-folder.ts";

/** Whether the server of this data folder runs. If not, a listener at its ports is another program. */
export function isOwnServer(dataFolder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPathOf(dataFolder));
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}
