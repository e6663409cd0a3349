/** The environment of a measured program, the same in each framework. */
export function readSettings(environment) {
  return {
    mode: environment.BENCH_MODE ?? 'operate',
    namespace: environment.BENCH_NAMESPACE || undefined,
    resource: environment.BENCH_RESOURCE ?? 'websites',
    concurrency: Number(environment.BENCH_CONCURRENCY ?? 10),
    holds: environment.BENCH_HOLDS ?? 'objects',
    coordination: environment.BENCH_COORDINATION ?? 'alone',
    identity: environment.BENCH_IDENTITY || undefined,
  }
}
