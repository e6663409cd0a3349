/** Loads, as data. `scaled` makes a large one fit a small machine: the same shape, fewer objects. */

export interface Scenario {
  readonly name: string
  readonly seconds: number
  readonly createPerSecond: number
  readonly deletePerSecond: number
  /** How often each website is given another theme. */
  readonly mutateEverySeconds: number
  /** How often a replica is ended, or all are replaced one by one. For whoever runs the replicas. */
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
 * `rate` times as many objects a second; `time` times as long. What happens to an object happens that much more often in a
 * shorter time, so that a run of a minute sees as many changes of each as one of fifteen.
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
