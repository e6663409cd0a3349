/** The user of a scenario: a client whose writes are steps. */
import type { Client } from '@kubewright/client'
import { type Duration, toMs } from '@kubewright/core'
import { testingErrors } from '../../errors.ts'
import type { Externals } from '../world/external-call.ts'

/** The client's verbs that a scenario's user has. */
type Verbs = 'get' | 'list' | 'create' | 'update' | 'patch' | 'apply' | 'delete' | 'status' | 'scale'

/** The user of a scenario: a client whose writes are the steps of the run. */
export interface ScenarioUser<Outside extends Externals = Externals> extends Pick<Client, Verbs> {
  /** The user's client for another cluster of the exploration. Failure: `KW_TESTING_CLUSTER` for an unknown cluster. */
  at(cluster: string): Pick<Client, Verbs>
  /** Lets time pass. */
  wait(duration: Duration): Promise<void>
  /** Changes an external service, as one step: `await user.act('the zone is deleted', () => dns.clear())`. */
  act(what: string, run: (outside: Outside) => void | Promise<void>): Promise<void>
}

export interface StepTaker {
  /** Takes a step and waits for its consequences. */
  take<T>(text: string, step: () => Promise<T>): Promise<T>
  /** Called after an external service was changed. */
  onAct?(): Promise<void>
  wait(ms: number): Promise<void>
}

const stepVerbs = ['create', 'update', 'patch', 'apply', 'delete'] as const

/** @param others clients of the other clusters, by name */
export function scenarioUser<Outside extends Externals>(
  client: Client,
  outside: Outside,
  steps: StepTaker,
  others: ReadonlyMap<string, Client> = new Map(),
): ScenarioUser<Outside> {
  return {
    ...verbsOf(client, '', steps),
    at(cluster) {
      const other = others.get(cluster)
      if (other === undefined) throw unknownCluster(cluster, others.keys())
      return verbsOf(other, ` in ${cluster}`, steps)
    },
    wait: (duration) => steps.wait(toMs(duration)),
    act: (what, run) =>
      steps.take(what, async () => {
        await run(outside)
        await steps.onAct?.()
      }),
  } as ScenarioUser<Outside>
}

function verbsOf(client: Client, where: string, steps: StepTaker): Pick<Client, Verbs> {
  return {
    ...client,
    ...stepping(client, '', where, steps),
    status: { ...client.status, ...stepping(client.status, ' status of', where, steps) },
    scale: { ...client.scale, ...stepping(client.scale, ' scale of', where, steps) },
  } as Pick<Client, Verbs>
}

export function unknownCluster(cluster: string, known: Iterable<string>): Error {
  return testingErrors('KW_TESTING_CLUSTER', {
    what: `find the cluster ${JSON.stringify(cluster)}`,
    why: 'the exploration has none of that name',
    next: `Its other clusters are: ${[...known].join(', ') || 'none; name them with `clusters`'}. For the home cluster, call the methods of \`user\` directly.`,
  })
}

type AnyVerb = (resource: { readonly kind: string }, subject: unknown, ...rest: readonly unknown[]) => Promise<unknown>

function stepping(verbs: object, of: string, where: string, steps: StepTaker): Readonly<Record<string, AnyVerb>> {
  const known = stepVerbs.filter((name) => name in verbs)
  return Object.fromEntries(
    known.map((name) => {
      const verb = (verbs as Readonly<Record<string, AnyVerb>>)[name]!
      const step: AnyVerb = (resource, subject, ...rest) =>
        steps.take(`${name}${of} ${resource.kind} ${nameOf(subject)}${where}`, () => verb(resource, subject, ...rest))
      return [name, step]
    }),
  )
}

function nameOf(subject: unknown): string {
  const { metadata, name } = subject as { metadata?: { name?: string; generateName?: string }; name?: string }
  return name ?? metadata?.name ?? `${metadata?.generateName}*`
}
