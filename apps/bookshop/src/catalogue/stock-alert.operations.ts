import { answerCreated, answerDone, answerOk, customerOperation } from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import { refuseField, refuseMissing } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";
import type { Customer, StockAlert } from "../store/records.ts";
import { findBook } from "./book.rules.ts";

interface OneAlert {
  params: { alertId: number };
}

interface QueriedAlert {
  query: { alertId: number };
}

interface AlertInput {
  params: { bookId: number };
  body: { callbackUrl: string };
}

export function stockAlertHandlers({ store, seams, readNow }: Shop): Handlers {
  const listOwn = (customer: Customer): StockAlert[] =>
    [...store.stockAlerts.rows.values()].filter(({ customerId }) => customerId === customer.id);

  function findAlert(alertId: number, mayUse: (alert: StockAlert) => boolean): StockAlert {
    const alert = store.stockAlerts.rows.get(alertId);
    if (alert && mayUse(alert)) return alert;
    throw refuseMissing(`stock alert ${alertId}`);
  }

  function pause(alert: StockAlert): ReturnType<typeof answerOk> {
    if (alert.status === "waiting") alert.status = "paused";
    return answerOk(presentAlert(alert));
  }

  function findOwn(alertId: number, customer: Customer): StockAlert {
    const alert = listOwn(customer).find(({ id }) => id === alertId);
    if (alert) return alert;
    throw refuseMissing(`stock alert ${alertId}`);
  }

  return {
    createStockAlert: customerOperation<AlertInput>(async ({ params, body }, customer) => {
      const book = findBook(store, params.bookId);
      assertAddress(body.callbackUrl);
      await seams.tryCallback(body.callbackUrl);
      const alert = store.stockAlerts.add({
        bookId: book.id,
        customerId: customer.id,
        callbackUrl: body.callbackUrl,
        status: seams.startAlertStatus(body),
        createdAt: readNow().toISOString(),
      });
      return answerCreated(`/stock-alerts/${alert.id}`, presentAlert(alert));
    }),
    listStockAlerts: customerOperation((_call, customer) =>
      answerOk(listOwn(customer).map(presentAlert)),
    ),
    getStockAlert: customerOperation<OneAlert>(({ params }, customer) =>
      answerOk(presentAlert(findOwn(params.alertId, customer))),
    ),
    moveStockAlert: customerOperation<QueriedAlert & Pick<AlertInput, "body">>(
      ({ query: { alertId }, body: { callbackUrl } }, customer) => {
        const alert = findAlert(alertId, (one) => seams.mayMoveAlert(customer, one));
        assertAddress(callbackUrl);
        alert.callbackUrl = callbackUrl;
        return answerOk(presentAlert(alert));
      },
    ),
    pauseStockAlert: customerOperation<QueriedAlert>(({ query: { alertId } }, customer) =>
      pause(findAlert(alertId, (one) => seams.mayPauseAlert(customer, one))),
    ),
    muteStockAlert: customerOperation<QueriedAlert>(({ query: { alertId } }, customer) =>
      pause(findOwn(alertId, customer)),
    ),
    withdrawStockAlert: customerOperation<QueriedAlert>(({ query: { alertId } }, customer) => {
      const alert = findAlert(alertId, (one) => seams.mayWithdrawAlert(customer, one));
      store.stockAlerts.rows.delete(alert.id);
      return answerDone();
    }),
    deleteStockAlert: customerOperation<OneAlert>(({ params }, customer) => {
      store.stockAlerts.rows.delete(findOwn(params.alertId, customer).id);
      return answerDone();
    }),
  };
}

function assertAddress(url: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw refuseField("callbackUrl", "format", "is no http or https address");
}

const presentAlert = ({ customerId: _customerId, ...alert }: StockAlert): object => alert;
