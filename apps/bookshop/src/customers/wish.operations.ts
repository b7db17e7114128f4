import { answerCreated, answerDone, answerOk, customerOperation } from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import { refuseMissing } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";
import type { CustomerWish } from "../store/records.ts";

interface OneCustomer {
  params: { customerId: number };
}

export function wishHandlers({ store, seams, readNow }: Shop): Handlers {
  function assertKnown(customerId: number, isAllowed: boolean): void {
    if (!isAllowed || !store.customers.rows.has(customerId))
      throw refuseMissing(`customer ${customerId}`);
  }

  return {
    listWishes: customerOperation<OneCustomer>(({ params: { customerId } }, customer) => {
      assertKnown(customerId, seams.mayListWishes(customer, customerId));
      const wishes = [...store.wishes.rows.values()];
      return answerOk(wishes.filter((one) => one.customerId === customerId).map(presentWish));
    }),
    addWish: customerOperation<OneCustomer & { body: { text: string } }>(
      ({ params: { customerId }, body: { text } }, customer) => {
        assertKnown(customerId, seams.mayAddWish(customer, customerId));
        const wish = store.wishes.add({ customerId, text, createdAt: readNow().toISOString() });
        return answerCreated(`/customers/${customerId}/wishes/${wish.id}`, presentWish(wish));
      },
    ),
    removeWish: customerOperation<{ params: { customerId: number; wishId: number } }>(
      ({ params: { customerId, wishId } }, customer) => {
        assertKnown(customerId, customerId === customer.id);
        if (store.wishes.rows.get(wishId)?.customerId !== customerId)
          throw refuseMissing(`wish ${wishId}`);
        store.wishes.rows.delete(wishId);
        return answerDone();
      },
    ),
  };
}

const presentWish = ({ customerId: _customerId, ...wish }: CustomerWish): object => wish;
