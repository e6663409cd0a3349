/** An application of the cluster: its global state, the plan to its goal, and the current step of its operator. Live. */
import type { EventEntry, StackEntry } from '@kubewright/dashboard/topics'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { formatCount, formatKey } from '../format.ts'
import { Age, Chip, Empty, Failure, Problem } from '../parts.tsx'
import { usePage, useTable } from '../page-context.tsx'
import { formatRoute, noNamespace, objectRoute, type Route } from '../route.ts'
import { Drawing } from './drawing.tsx'
import { type LiveProtocol, liveProtocol, planSteps } from './live-state.ts'
import { useSession } from './open-session.ts'
import type { Checked, Outlook } from './protocol-request.ts'
import { topologyShape } from './protocol-shapes.ts'
import { planShape } from './plan-shape.ts'
import { useSearch } from './use-search.ts'

export function LivePage({ route }: { route: Route }) {
  const [group = '', version = '', kind = '', namespace = '', name = ''] = route.parts
  const path = route.parts.join('/')
  const { entries, isComplete, problem } = useTable<StackEntry>(`stack:${path}`)
  const stack = entries.get('stack')
  const { connection } = usePage()
  // Events are found by the object's uid, which is known once the object has arrived.
  const events = stack === undefined ? undefined : `events:${namespace}/${stack.uid}`
  useEffect(() => {
    if (events !== undefined) connection.follow(['pages', `stack:${path}`, events])
  }, [events])
  const ref = namespace === noNamespace ? { name } : { namespace, name }
  const kindName = { group: group === 'core' ? '' : group, version, kind }
  return (
    <>
      <nav class="crumbs" aria-label="Way back">
        <a href={formatRoute('protocols')}>Protocols</a> / {kind}
      </nav>
      <div class="heading">
        <h1>{formatKey(ref)}</h1>
        {stack === undefined ? null : <Chip tone={stack.health.tone}>{stack.health.text}</Chip>}
        <a href={objectRoute(kindName, ref)}>Open the {kind}</a>
      </div>
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      {stack === undefined ? (
        <Empty>{isComplete ? 'There is no such application.' : 'Fetching …'}</Empty>
      ) : (
        <LiveStack stack={stack} events={events!} />
      )}
    </>
  )
}

function LiveStack({ stack, events }: { stack: StackEntry; events: string }) {
  const form = JSON.stringify([stack.components, stack.protocol])
  const live = useMemo(() => liveProtocol(stack), [form])
  const derived = useSearch('liveText', live?.source, JSON.stringify(live?.source))
  return (
    <div class="workbench">
      <section class="card" aria-label="State of the operator">
        <OperatorPlan stack={stack} />
        <Components stack={stack} />
        <Events topic={events} />
      </section>
      <section class="card drawings" aria-label="Drawings">
        {live === undefined ? <Empty>Its operator has not reported any component yet.</Empty> : null}
        {live?.problem === undefined ? null : <Problem>{live.problem}</Problem>}
        <Failure text={derived.failure} />
        {derived.answer === undefined || live === undefined ? null : <LiveDrawings text={derived.answer} live={live} />}
      </section>
    </div>
  )
}

function OperatorPlan({ stack }: { stack: StackEntry }) {
  const steps = planSteps(stack)
  return (
    <section aria-label="The operator’s plan" aria-live="polite">
      <h2>The operator’s plan</h2>
      {steps.length === 0 ? <p>No operation is left.</p> : null}
      <ol class="steps">
        {steps.map(({ line, tone, text }, index) => (
          <li key={`${line} ${index}`}>
            <strong>{line}</strong> {tone === 'busy' ? <Chip tone="busy">now</Chip> : null}{' '}
            <span class="soft">{text}</span>
          </li>
        ))}
      </ol>
      {stack.step === undefined || steps.some(({ tone }) => tone === 'busy') ? null : <p>{stack.step}</p>}
    </section>
  )
}

const tones = { absent: 'quiet', starting: 'busy', running: 'good', crashed: 'bad', unknown: 'quiet' } as const

function Components({ stack }: { stack: StackEntry }) {
  return (
    <section aria-label="Global state">
      <h2 class="way">Global state</h2>
      <ul class="plain">
        {stack.components.map(({ name, phase, since, message, waitsFor }) => (
          <li key={name} class="row">
            <strong>{name}</strong>
            <Chip tone={tones[phase]}>{phase}</Chip>
            {since === undefined ? null : (
              <span class="soft">
                for <Age at={since} />
              </span>
            )}
            <span class="soft">{[message, waitsFor].filter((part) => part !== undefined).join('; ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const mostEvents = 12

function Events({ topic }: { topic: string }) {
  const { entries } = useTable<EventEntry>(topic)
  const latest = [...entries].sort(([, one], [, two]) => (one.at < two.at ? 1 : -1)).slice(0, mostEvents)
  if (latest.length === 0) return null
  return (
    <section aria-labelledby="recent-events">
      <h2 class="way" id="recent-events">
        Recent events
      </h2>
      <ol class="plain">
        {latest.map(([uid, { type, reason, message, at }]) => (
          <li key={uid} class="row">
            {type === 'Warning' ? <Chip tone="busy">{reason}</Chip> : <Chip tone="quiet">{reason}</Chip>}
            <span>{message}</span>
            <span class="soft">
              <Age at={at} /> ago
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const limit = 200_000

/** Evaluates the protocol in the page: the pending faults, and the cheapest plan with its parallel steps. */
function LiveDrawings({ text, live }: { text: string; live: LiveProtocol }) {
  const session = useSession()
  const state = JSON.stringify(live.state)
  const { answer: checked } = useSearch('check', { text }, text)
  const { answer: outlook } = useSearch('outlook', { text, state: live.state }, `${text}\n${state}`)
  const { answer: plan, failure } = useSearch(
    'plan',
    { text, from: live.state, to: live.goal, limit },
    `${text}\n${state}`,
  )
  const shape = useShape(checked, live, outlook)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    session.setText(text)
    await session.check()
    await session.restart(live.state)
    setCopied(true)
    location.hash = formatRoute('protocols', [], { tab: 'simulate' })
  }
  return (
    <>
      <h2>Topology</h2>
      {shape === undefined ? <Empty>Drawing …</Empty> : <Drawing label="Topology, live" shape={shape} />}
      <h2>The cheapest plan from here</h2>
      <Failure text={failure} />
      {plan === undefined ? null : plan.status !== 'found' ? (
        <Problem>No plan: {plan.reason}.</Problem>
      ) : plan.steps.length === 0 ? (
        <p>The goal is reached.</p>
      ) : (
        <>
          <p class="soft">
            {formatCount(plan.steps.length, 'step')} in {formatCount(plan.waves.length, 'wave')}
          </p>
          <Drawing label="The cheapest plan" shape={planShape(plan, 0)} />
        </>
      )}
      <div class="actions copy">
        <button type="button" disabled={isCopied} onClick={() => void copy()}>
          Try it in the simulator
        </button>
      </div>
    </>
  )
}

/** The last checked model is kept while the next one is checked. */
function useShape(checked: Checked | undefined, live: LiveProtocol, outlook: Outlook | undefined) {
  const [model, setModel] = useState(checked?.model)
  useEffect(() => {
    if (checked?.model !== undefined) setModel(checked.model)
  }, [checked])
  return useMemo(() => {
    const fits = model?.nodes.every(({ name }) => Object.hasOwn(live.state, name))
    return model === undefined || fits !== true ? undefined : topologyShape(model, live.state, outlook?.faults ?? [])
  }, [model, live, outlook])
}
