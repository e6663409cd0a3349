/** Protocols: an editor, drawings, a simulator and a planner for application models; and the applications of the cluster, live. */
import type { StackRow } from '@kubewright/dashboard/topics'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { formatCount, formatKey } from '../format.ts'
import { lazy } from '../lazy.tsx'
import { Chip, Empty, Problem, Tabs } from '../parts.tsx'
import { useTable } from '../page-context.tsx'
import { formatRoute, kindParts, noNamespace, type Route } from '../route.ts'
import { Drawing, mostBoxes } from './drawing.tsx'
import { FaultsTab } from './faults-tab.tsx'
import { FileButtons } from './file-buttons.tsx'
import { LivePage } from './live-page.tsx'
import { useSession } from './open-session.ts'
import { PlannerTab } from './planner-tab.tsx'
import { ProtocolTab } from './protocol-tab.tsx'
import type { ProtocolSession } from './protocol-session.ts'
import { protocolShape, topologyShape } from './protocol-shapes.ts'
import { SimulatorTab } from './simulator-tab.tsx'
import type { TextProblem } from './text-problems.ts'

const TextEditor = lazy(() => import('../objects/text-editor.tsx').then((module) => module.TextEditor))

const tabs = [
  ['text', 'Text'],
  ['edit', 'Protocol'],
  ['simulate', 'Simulator'],
  ['plan', 'Planner'],
  ['faults', 'Faults'],
] as const

export function ProtocolsPage({ route }: { route: Route }) {
  if (route.parts.length > 0) return <LivePage route={route} key={route.parts.join('/')} />
  return <Workbench tab={route.query.get('tab') ?? 'text'} />
}

/** The applications of the cluster, if any. */
function Applications() {
  const { entries } = useTable<StackRow>('stacks')
  if (entries.size === 0) return null
  return (
    <section class="card" aria-label="Applications of the cluster">
      <h2>Live in the cluster</h2>
      <ul class="plain">
        {[...entries].slice(0, mostApplications).map(([uid, stack]) => (
          <li key={uid} class="row">
            <a href={formatRoute('protocols', [...kindParts(stack), stack.namespace ?? noNamespace, stack.name])}>
              {stack.kind} {formatKey(stack)}
            </a>
            <Chip tone={stack.health.tone}>{stack.health.text}</Chip>
            <span class="soft">
              {stack.running} of {stack.components} running
              {stack.left === 0 ? '' : `, ${formatCount(stack.left, 'step')} left`}
            </span>
          </li>
        ))}
      </ul>
      {entries.size > mostApplications ? <p class="soft">… and {entries.size - mostApplications} more</p> : null}
    </section>
  )
}

const mostApplications = 50

function Workbench({ tab }: { tab: string }) {
  const session = useSession()
  useEffect(() => void session.check(), [])
  const links = tabs.map(([name, label]) => ({ name, label, href: formatRoute('protocols', [], { tab: name }) }))
  const isBehind = session.sound !== undefined && session.sound.text !== session.text
  return (
    <>
      <div class="heading">
        <h1>Protocols</h1>
        <Verdict session={session} />
        <FileButtons session={session} />
      </div>
      {session.failure === '' ? null : <Problem>{session.failure}</Problem>}
      <Applications />
      <div class="workbench">
        <section class="card" aria-label="Work on the protocol">
          <Tabs label="Ways to work on it" tabs={links} current={tab} />
          <TabBody tab={tab} session={session} />
        </section>
        <section class="card drawings" aria-label="Drawings">
          {isBehind ? <p class="soft">The drawing shows the last text without errors.</p> : null}
          <Drawings session={session} isEdited={tab === 'edit'} />
        </section>
      </div>
    </>
  )
}

function TabBody({ tab, session }: { tab: string; session: ProtocolSession }) {
  if (tab === 'text') return <TextTab session={session} />
  if (session.sound === undefined) return <Empty>The text has to be a topology without errors first.</Empty>
  if (tab === 'edit') return <ProtocolTab session={session} sound={session.sound} />
  if (tab === 'simulate') return <SimulatorTab session={session} />
  if (tab === 'plan') return <PlannerTab session={session} sound={session.sound} />
  if (tab === 'faults') return <FaultsTab session={session} sound={session.sound} />
  return <Empty>There is no such tab.</Empty>
}

function Verdict({ session: { checked, sound } }: { session: ProtocolSession }) {
  if (checked === undefined) return <Chip tone="quiet">checking</Chip>
  const errors = checked.problems.filter(({ severity }) => severity === 'error').length
  const warnings = checked.problems.length - errors
  return (
    <>
      {errors > 0 ? <Chip tone="bad">{formatCount(errors, 'error')}</Chip> : null}
      {warnings > 0 ? <Chip tone="busy">{formatCount(warnings, 'warning')}</Chip> : null}
      {errors + warnings === 0 ? <Chip tone="good">sound</Chip> : null}
      {sound === undefined ? null : <span class="soft">{formatCount(sound.model.nodes.length, 'node')}</span>}
    </>
  )
}

function TextTab({ session }: { session: ProtocolSession }) {
  const [place, setPlace] = useState<TextProblem>()
  const problems = session.checked?.problems ?? []
  // The text of the editor may be older than that of the session, such as after a file was opened.
  const marks = async (text: string) => {
    const { problems: found } = await session.check(text)
    return found.map(({ from, to, severity, message }) => ({ from, to, severity, message }))
  }
  return (
    <>
      <TextEditor
        label="The topology as YAML"
        text={session.text}
        isReadOnly={false}
        check={marks}
        show={place}
        onChange={(text: string) => session.setText(text)}
      />
      <ul class="plain problems" aria-label="Problems">
        {problems.map((problem, index) => (
          <li key={index}>
            <Chip tone={problem.severity === 'error' ? 'bad' : 'busy'}>{problem.severity}</Chip>{' '}
            <button type="button" class="link-button" onClick={() => setPlace({ ...problem })}>
              line {problem.line}
            </button>{' '}
            {problem.message}
          </li>
        ))}
      </ul>
    </>
  )
}

function Drawings({ session, isEdited }: { session: ProtocolSession; isEdited: boolean }) {
  const { sound, state, selected, outlook } = session
  const faults = outlook?.faults ?? []
  const isTooLarge = sound !== undefined && sound.model.nodes.length > mostBoxes
  const pressed = selected === undefined ? [] : [selected]
  const shape = useMemo(
    () =>
      sound === undefined || state === undefined || isTooLarge ? undefined : topologyShape(sound.model, state, faults),
    [sound, state, outlook],
  )
  const node = sound?.model.nodes.find(({ name }) => name === selected)
  const type = node && sound?.model.types.get(node.type)
  const protocol = useMemo(
    () => (type === undefined || state === undefined ? undefined : protocolShape(type, state, node!.name)),
    [type, state, node],
  )
  if (isTooLarge) return <Empty>{formatCount(sound.model.nodes.length, 'node')} are too many for a drawing.</Empty>
  if (shape === undefined) return <Empty>Nothing to draw yet.</Empty>
  return (
    <>
      <h2>Topology</h2>
      <Drawing label="Topology" shape={shape} pressed={pressed} onSelect={(id) => session.select(id)} />
      {protocol === undefined ? null : (
        <>
          <h2>
            Protocol of {node!.name} <span class="soft">{node!.type}</span>
          </h2>
          <Drawing
            label={`Protocol of ${node!.name}`}
            shape={protocol}
            {...(isEdited ? { pressed: session.picked, onSelect: (id: string) => session.press(id) } : {})}
          />
        </>
      )}
      <Legend />
    </>
  )
}

function Legend() {
  return (
    <p class="soft legend">
      <span class="line-sample operation" /> operation [what it needs] <span class="line-sample crash" /> happens by
      itself <span class="line-sample fault" /> fallback on a fault
    </p>
  )
}
