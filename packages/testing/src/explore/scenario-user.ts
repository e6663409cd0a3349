/** The user of a scenario: a client whose writes are steps. */
import type { Client } from '@kubewright/client'
import { type Duration, toMs } from '@kubewright/core'
import type { Externals } from './external-call.ts'

type Verbs = 'get' | 'list' | 'create' | 'update' | 'patch' | 'apply' | 'delete' | 'status' | 'scale'

export interface ScenarioUser<Outside extends Externals = Externals> extends Pick<Client, Verbs> {
  /** Lets time pass. */
  wait(duration: Duration): Promise<void>
  /** Does something to what is outside, as one step: `await user.act('somebody deletes the zone', () => dns.clear())`. */
  act(what: string, run: (outside: Outside) => void | Promise<void>): Promise<void>
}

export interface StepTaker {
  /** Takes a step and waits for what comes of it. */
  take<T>(text: string, step: () => Promise<T>): Promise<T>
  /** Hears that something was done to what is outside. */
  onAct?(): Promise<void>
  wait(ms: number): Promise<void>
}

const stepVerbs = ['create', 'update', 'patch', 'apply', 'delete'] as const

export function scenarioUser<Outside extends Externals>(
  client: Client,
  outside: Outside,
  steps: StepTaker,
): ScenarioUser<Outside> {
  return {
    ...client,
    ...stepping(client, '', steps),
    status: { ...client.status, ...stepping(client.status, ' status of', steps) },
    scale: { ...client.scale, ...stepping(client.scale, ' scale of', steps) },
    wait: (duration) => steps.wait(toMs(duration)),
    act: (what, run) =>
      steps.take(what, async () => {
        await run(outside)
        await steps.onAct?.()
      }),
  } as ScenarioUser<Outside>
}

type AnyVerb = (resource: { readonly kind: string }, subject: unknown, ...rest: readonly unknown[]) => Promise<unknown>

function stepping(verbs: object, of: string, steps: StepTaker): Readonly<Record<string, AnyVerb>> {
  const known = stepVerbs.filter((name) => name in verbs)
  return Object.fromEntries(
    known.map((name) => {
      const verb = (verbs as Readonly<Record<string, AnyVerb>>)[name]!
      const step: AnyVerb = (resource, subject, ...rest) =>
        steps.take(`${name}${of} ${resource.kind} ${nameOf(subject)}`, () => verb(resource, subject, ...rest))
      return [name, step]
    }),
  )
}

function nameOf(subject: unknown): string {
  const { metadata, name } = subject as { metadata?: { name?: string; generateName?: string }; name?: string }
  return name ?? metadata?.name ?? `${metadata?.generateName}*`
}
