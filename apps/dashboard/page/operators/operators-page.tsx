/** Operators: current work, past reconciles with their triggers, and problems. */
import type {
  CacheEntry,
  CheckEntry,
  ControllerEntry,
  HistoryEntry,
  ProgramEntry,
  QueueEntry,
} from '@kubewright/dashboard/topics'
import { useMemo, useState } from 'preact/hooks'
import { formatCount } from '../format.ts'
import { Chip, Empty, Problem, SearchBox, Tabs, type Tone } from '../parts.tsx'
import { useTable } from '../page-context.tsx'
import { formatRoute, noNamespace, type Route } from '../route.ts'
import { VirtualList } from '../virtual-list.tsx'
import { kindOf } from './controller-kind.ts'
import { Caches, Checks } from './caches-and-checks.tsx'
import { ControllerCards } from './controller-cards.tsx'
import { FailingObjects } from './failing-objects.tsx'
import { byObject, failing, matching, newestFirst, objectKey, type RecordedReconcile } from './history-summary.ts'
import { CurrentReconciles } from './current-reconciles.tsx'
import { ObjectHistory } from './object-history.tsx'
import { ReconcileRow } from './reconcile-row.tsx'

export function operatorsTopics(): readonly string[] {
  return ['program', 'controllers', 'queue', 'history', 'caches', 'checks']
}

export function OperatorsPage({ route }: { route: Route }) {
  const history = useTable<HistoryEntry>('history')
  const records = useMemo(() => newestFirst(history.entries), [history.version])
  const objects = useMemo(() => byObject(records), [records])
  const controllers = useTable<ControllerEntry>('controllers')
  const [controller, namespace, name] = route.parts
  if (name !== undefined && controller !== undefined) {
    const cluster = route.query.get('cluster') ?? undefined
    const given = { controller, cluster, name, namespace: namespace === noNamespace ? undefined : namespace }
    const kind = kindOf(controllers.entries, controller)
    return <ObjectHistory summary={objects.get(objectKey(given))} given={given} kind={kind} />
  }
  const failed = failing(objects)
  return (
    <>
      <Heading failing={failed.length} />
      {history.problem === undefined ? null : <Problem>{history.problem}</Problem>}
      <ControllerCards
        controllers={[...controllers.entries.values()]}
        failing={failed}
        isComplete={controllers.isComplete}
      />
      {failed.length === 0 ? null : <FailingObjects objects={failed} controllers={controllers.entries} />}
      <Sections route={route} records={records} isComplete={history.isComplete} />
    </>
  )
}

const phases: Readonly<Record<string, readonly [Tone, string]>> = {
  acting: ['good', 'acting'],
  standby: ['quiet', 'standing by'],
  starting: ['busy', 'starting'],
  stopping: ['busy', 'stopping'],
  stopped: ['bad', 'stopped'],
}

function Heading({ failing: count }: { failing: number }) {
  const program = useTable<ProgramEntry>('program').entries.get('program')
  const [tone, text] = phases[program?.phase ?? ''] ?? ['quiet', program?.phase ?? 'not known yet']
  const hot = program?.hotLoops ?? []
  return (
    <div class="heading">
      <h1>Operators</h1>
      <Chip tone={tone}>{text}</Chip>
      {program === undefined || program.isActing || program.holder === '' ? null : (
        <span class="soft">{program.holder} acts</span>
      )}
      {count === 0 ? null : <Chip tone="bad">{formatCount(count, 'object fails', 'objects fail')}</Chip>}
      {program === undefined || program.missingPermissions === 0 ? null : (
        <Chip tone="bad">{formatCount(program.missingPermissions, 'permission')} missing</Chip>
      )}
      {hot.map(({ controller, object, reconciles }) => (
        <Chip key={`${controller} ${object}`} tone="bad">
          {object} is reconciled without end ({reconciles} times)
        </Chip>
      ))}
    </div>
  )
}

interface SectionsProps {
  readonly route: Route
  readonly records: readonly RecordedReconcile[]
  readonly isComplete: boolean
}

function Sections({ route, records, isComplete }: SectionsProps) {
  const current = route.query.get('show') ?? 'history'
  const queue = useTable<QueueEntry>('queue').entries
  const caches = useTable<CacheEntry>('caches').entries
  const checks = useTable<CheckEntry>('checks').entries
  const unwell = [...checks.values()].filter(({ isWell }) => !isWell).length
  const at = (show: string) => formatRoute('operators', [], { show })
  const tabs = [
    { name: 'history', label: 'History', href: at('history') },
    { name: 'queue', label: 'Queue', href: at('queue'), count: queue.size },
    { name: 'caches', label: 'Caches', href: at('caches') },
    { name: 'readiness', label: 'Readiness', href: at('readiness'), count: unwell },
  ]
  return (
    <section class="card" aria-label="Details">
      <Tabs label="Details" tabs={tabs} current={current} />
      {current === 'queue' ? <CurrentReconciles entries={[...queue.values()]} /> : null}
      {current === 'caches' ? <Caches entries={[...caches.values()]} /> : null}
      {current === 'readiness' ? <Checks entries={[...checks.values()]} /> : null}
      {current === 'history' ? <History records={records} isComplete={isComplete} /> : null}
    </section>
  )
}

function History({ records, isComplete }: Omit<SectionsProps, 'route'>) {
  const [text, setText] = useState('')
  const shown = matching(records, text)
  if (records.length === 0) {
    return <Empty>{isComplete ? 'Nothing has been reconciled yet.' : 'Waiting for the history …'}</Empty>
  }
  return (
    <>
      <SearchBox label="Search reconciles: object, controller, reason, error" value={text} onInput={setText} />
      {shown.length === 0 ? <Empty>No reconcile of the last {records.length} matches.</Empty> : null}
      <VirtualList
        label="Reconciles, newest first"
        items={shown}
        rowHeight={52}
        keyOf={({ id }) => id}
        row={(record) => <ReconcileRow record={record} hasObject />}
      />
    </>
  )
}
