/** One stack: its components and their dependencies, its plan, its versions, and its policies. */
import type {
  BackupEntry,
  ComponentEntry,
  MonitoringEntry,
  RestoreEntry,
  StackEntry,
} from '@kubewright/dashboard/topics'
import { useMemo, useRef } from 'preact/hooks'
import { BoxGraph, type GraphBox } from '../box-graph.tsx'
import { formatKey } from '../format.ts'
import { Age, Chip, Empty, Problem, type Tone } from '../parts.tsx'
import { useTable } from '../page-context.tsx'
import { formatRoute, objectRoute, type Route } from '../route.ts'
import { Backups } from './backups.tsx'
import { Metrics } from './monitoring.tsx'
import { type PlanMemory, planSteps, rememberPlan } from './plan-steps.ts'
import { ReplicaCharts } from './replica-charts.tsx'
import { isOf, stackTopics } from './stack-topics.ts'
import { Versions } from './versions.tsx'

export function StackPage({ route }: { route: Route }) {
  const [stackTopic = '', backupsTopic = '', restoresTopic = '', monitoringsTopic = ''] = stackTopics(route.parts)
  const { entries, isComplete, problem } = useTable<StackEntry>(stackTopic)
  const backups = useTable<BackupEntry>(backupsTopic)
  const restores = useTable<RestoreEntry>(restoresTopic)
  const monitorings = useTable<MonitoringEntry>(monitoringsTopic)
  const stack = entries.get('stack')
  const done = useDone(stack)
  return (
    <>
      <nav class="crumbs" aria-label="Way back">
        <a href={formatRoute('stacks')}>Stacks</a> / {route.parts[2]}
      </nav>
      <Heading stack={stack} name={route.parts[4] ?? ''} isGone={isComplete && stack === undefined} />
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      {stack === undefined ? <Empty>{isComplete ? 'There is no such stack.' : 'Fetching …'}</Empty> : null}
      {stack === undefined ? null : (
        <>
          <Complaints stack={stack} />
          <Components stack={stack} />
          <Plan stack={stack} done={done} />
          <Versions stack={stack} />
          <OwnBackups stack={stack} backups={backups.entries} restores={restores.entries} />
          <ReplicaCharts stack={stack} />
          <Metrics route={route} monitorings={[...monitorings.entries.values()].filter((one) => isOf(one, stack))} />
        </>
      )}
    </>
  )
}

function useDone(stack: StackEntry | undefined): readonly string[] {
  const memory = useRef<PlanMemory | undefined>(undefined)
  if (stack !== undefined && memory.current?.left !== stack.plan) {
    memory.current = rememberPlan(memory.current, stack.plan)
  }
  return memory.current?.done ?? []
}

function Heading({ stack, name, isGone }: { stack: StackEntry | undefined; name: string; isGone: boolean }) {
  return (
    <div class="heading">
      <h1>{stack === undefined ? name : formatKey(stack)}</h1>
      {isGone ? <Chip tone="bad">does not exist</Chip> : null}
      {stack === undefined ? null : (
        <>
          <Chip tone={stack.health.tone}>{stack.health.text === '' ? 'unknown' : stack.health.text}</Chip>
          {stack.current === undefined ? null : <span>version {stack.current}</span>}
          <a href={objectRoute(stack, stack)}>Open the {stack.kind}</a>
        </>
      )}
    </div>
  )
}

function Complaints({ stack: { ready, abnormal, upgrade, step } }: { stack: StackEntry }) {
  const texts = [
    ready?.status === 'False' && ready.message !== step
      ? `${ready.reason}${ready.message === '' ? '' : `: ${ready.message}`}`
      : '',
    abnormal?.status === 'True' ? `Abnormal: ${abnormal.message}` : '',
    upgrade?.reason === undefined ? '' : `${upgrade.to} was rolled back to ${upgrade.from}: ${upgrade.reason}`,
  ].filter((text) => text !== '')
  return (
    <>
      {texts.map((text) => (
        <Problem key={text}>{text}</Problem>
      ))}
    </>
  )
}

const tones: Readonly<Record<ComponentEntry['phase'], Tone>> = {
  running: 'good',
  starting: 'busy',
  crashed: 'bad',
  absent: 'quiet',
  unknown: 'quiet',
}

/** Edges lead from a dependency to its dependents, so components that start first are on the left. */
function Components({ stack: { components } }: { stack: StackEntry }) {
  const boxes = useMemo(() => components.map(boxOf), [components])
  const edges = useMemo(
    () => components.flatMap(({ name, needs }) => needs.map((need) => [need, name] as const)),
    [components],
  )
  return (
    <section class="card" aria-labelledby="components">
      <h2 id="components">Components</h2>
      {components.length === 0 ? <Empty>The status of the stack has no components yet.</Empty> : null}
      {components.length === 0 ? null : (
        <>
          <BoxGraph label="Components and what they need" boxes={boxes} edges={edges} />
          <ComponentTable components={components} />
        </>
      )}
    </section>
  )
}

function boxOf({ name, phase, waitsFor, message, version }: ComponentEntry): GraphBox {
  const state = version === undefined ? phase : `${phase} · ${version}`
  const title = [waitsFor, message].filter((one) => one !== undefined).join('; ')
  return { id: name, name, state, tone: tones[phase], ...(title === '' ? {} : { title }) }
}

function ComponentTable({ components }: { components: readonly ComponentEntry[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Table of components">
      <table>
        <thead>
          <tr>
            <th scope="col">Component</th>
            <th scope="col">State</th>
            <th scope="col">Since</th>
            <th scope="col">Needs</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {components.map((one) => (
            <tr key={one.name}>
              <th scope="row">{one.name}</th>
              <td>
                <Chip tone={tones[one.phase]}>{one.phase}</Chip>
              </td>
              <td class="soft">{one.since === undefined ? '–' : <Age at={one.since} />}</td>
              <td class="soft wrapped">{one.needs.join(', ')}</td>
              <td class="wrapped">{knownOf(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function knownOf({ waitsFor, message, abnormality, recommendation, replacements }: ComponentEntry): string {
  return [
    waitsFor,
    message,
    abnormality,
    recommendation === undefined ? undefined : `seems to need ${recommendation}`,
    replacements === undefined ? undefined : `replaced ${replacements} times since it broke`,
  ]
    .filter((one) => one !== undefined)
    .join('; ')
}

const standings = {
  done: ['good', 'done'],
  now: ['busy', 'under way'],
  waits: ['quiet', 'waits'],
  next: ['quiet', 'to do'],
} as const

function Plan({ stack, done }: { stack: StackEntry; done: readonly string[] }) {
  const steps = planSteps(stack, done)
  return (
    <section class="card" aria-labelledby="plan">
      <h2 id="plan">Plan</h2>
      {stack.plan.length === 0 && stack.step === undefined ? <p>No operation is left.</p> : null}
      {stack.step === undefined ? null : <p class="wrapped">Now: {stack.step}</p>}
      <ol class="plain">
        {steps.map(({ operation, standing, why }) => (
          <li key={operation} class="row">
            <Chip tone={standings[standing][0]}>{standings[standing][1]}</Chip>
            <code>{operation}</code>
            {why === undefined ? null : <span class="soft wrapped">{why}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function OwnBackups({
  stack,
  backups,
  restores,
}: {
  stack: StackEntry
  backups: ReadonlyMap<string, BackupEntry>
  restores: ReadonlyMap<string, RestoreEntry>
}) {
  const own = [...backups.values()].filter((one) => isOf(one, stack))
  if (own.length === 0) return null
  return (
    <section class="card" aria-labelledby="backups">
      <h2 id="backups">Backups</h2>
      <Backups backups={own} restores={[...restores.values()]} />
    </section>
  )
}
