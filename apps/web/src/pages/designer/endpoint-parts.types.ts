import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import type { Response } from "@lintel/contract/shapes/response";

/** What a tab of an endpoint gets. */
export interface PartsProps {
  readonly endpoint: EndpointDetail;
  readonly isLocked: boolean;
}

export interface ResponseItemProps extends PartsProps {
  readonly response: Response;
}

/** What a form that adds a part gets. */
export interface AddProps {
  readonly endpoint: EndpointDetail;
  readonly onDone: () => void;
}
