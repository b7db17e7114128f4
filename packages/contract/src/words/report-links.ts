/** What a public link to a report can show: one run, one finding, or the findings of the project. */
export const reportSubjects = ["run", "finding", "findings"] as const;
export type ReportSubject = (typeof reportSubjects)[number];
