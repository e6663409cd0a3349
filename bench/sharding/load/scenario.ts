/** Load scenarios as data. `scaled` fits a large one to a small machine: the same shape, fewer objects. */

export interface Scenario {
  readonly name: string
  readonly seconds: number
  readonly createPerSecond: number
  readonly deletePerSecond: number
  /** How often each website changes its theme. */
  readonly mutateEverySeconds: number
  /** How often a replica is killed, or all are replaced one by one. Only for a caller that runs the replicas. */
  readonly chaosEverySeconds?: number
  readonly rolloutEverySeconds?: number
}

const minutes = (count: number) => count * 60

export const scenarios: Readonly<Record<string, Scenario>> = Object.fromEntries(
  [
    { name: 'basic', seconds: minutes(15), createPerSecond: 12, deletePerSecond: 2, mutateEverySeconds: 60 },
    { name: 'scale-out', seconds: minutes(15), createPerSecond: 10, deletePerSecond: 0, mutateEverySeconds: 30 },
    {
      name: 'chaos',
      seconds: minutes(15),
      createPerSecond: 5,
      deletePerSecond: 0,
      mutateEverySeconds: 120,
      chaosEverySeconds: minutes(5),
    },
    {
      name: 'rolling-update',
      seconds: minutes(15),
      createPerSecond: 12,
      deletePerSecond: 2,
      mutateEverySeconds: 60,
      rolloutEverySeconds: minutes(5),
    },
  ].map((scenario) => [scenario.name, scenario]),
)

/**
 * `rate` times as many objects a second; `time` times as long. Periods of an object scale with `time`, so that a run of a
 * minute has as many changes of each object as one of fifteen.
 */
export function scaled(scenario: Scenario, { rate = 1, time = 1 }: { rate?: number; time?: number }): Scenario {
  const { chaosEverySeconds, rolloutEverySeconds } = scenario
  return {
    ...scenario,
    seconds: scenario.seconds * time,
    createPerSecond: scenario.createPerSecond * rate,
    deletePerSecond: scenario.deletePerSecond * rate,
    mutateEverySeconds: scenario.mutateEverySeconds * time,
    ...(chaosEverySeconds === undefined ? {} : { chaosEverySeconds: chaosEverySeconds * time }),
    ...(rolloutEverySeconds === undefined ? {} : { rolloutEverySeconds: rolloutEverySeconds * time }),
  }
}
