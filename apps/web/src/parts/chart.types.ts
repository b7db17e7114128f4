export interface ChartSeries {
  readonly name: string;
  /** One for each time; null: there is none. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  readonly label: string;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** Whether each time is the beginning of a day in UTC. Default: false. */
  readonly isDaily?: boolean | undefined;
  /** The top of the scale, which begins at 0; absent: what the values need. */
  readonly max?: number | undefined;
}
