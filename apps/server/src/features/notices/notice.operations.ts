import * as declared from "@lintel/contract/operations/notice";
import { implement, type Feature } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { digests, noticeRetention } from "./notice.schedule.ts";
import {
  changeOwnPreferences,
  listOwn,
  markOwnRead,
  readOwnPreferences,
  unsubscribe,
} from "./notice.service.ts";
import { noticeSubscription } from "./notice.subscription.ts";

/** What members are to know, in a list and by mail, as each of them chooses. */
export function noticeFeature(platform: Platform): Feature {
  return {
    implementations: [
      implement(declared.listNotices, listOwn),
      implement(declared.markNoticesRead, markOwnRead),
      implement(declared.getNoticePreferences, (context) => readOwnPreferences(platform, context)),
      implement(declared.updateNoticePreferences, (context, input) =>
        changeOwnPreferences(platform, context, input),
      ),
      implement(declared.unsubscribeFromNotices, (context, input) =>
        unsubscribe(platform, context, input),
      ),
    ],
    subscriptions: [noticeSubscription(platform)],
    schedules: [digests(platform), noticeRetention(platform)],
  };
}
