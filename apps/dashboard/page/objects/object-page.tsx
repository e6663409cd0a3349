/** One object: form, YAML, ownership graph, changes and events. */
import { useEffect } from 'preact/hooks'
import { formatKey } from '../format.ts'
import { Age, Chip, Empty, Failure, Problem, Tabs } from '../parts.tsx'
import { useDoing, useLink, usePage, useTable } from '../page-context.tsx'
import { formatRoute, noNamespace, objectRoute, type Route } from '../route.ts'
import { isApplication } from '../protocols/is-application.ts'
import { EventList } from './event-list.tsx'
import { GraphTab } from './graph-tab.tsx'
import { keepVersion, versionsOf } from './object-versions.ts'
import { ObjectForm } from './object-form.tsx'
import type { PlainObject } from './plain-object.ts'
import { StateTab } from './state-tab.tsx'
import { isExternal } from './state-transitions.ts'
import { VersionsTab } from './versions-tab.tsx'
import { YamlTab } from './yaml-tab.tsx'

export function objectTabTopics(path: string, tab: string): readonly string[] {
  const [, , , namespace] = path.split('/')
  if (tab === 'graph') return [`object:${path}`, `graph:${path}`]
  // Events are found by the object's uid, which is known once the object has arrived.
  const uid = tab === 'events' || tab === 'state' ? versionsOf(path).at(-1)?.metadata.uid : undefined
  return uid === undefined ? [`object:${path}`] : [`object:${path}`, `events:${namespace}/${uid}`]
}

export function ObjectPage({ route }: { route: Route }) {
  const [group = '', version = '', kindName = '', namespace = '', name = ''] = route.parts
  const path = route.parts.join('/')
  const kind = { group: group === 'core' ? '' : group, version, kind: kindName }
  const ref = namespace === noNamespace ? { name } : { namespace, name }
  const { entries, isComplete, problem } = useTable<PlainObject>(`object:${path}`)
  const object = entries.get('object')
  if (object !== undefined) keepVersion(path, object)
  const versions = versionsOf(path)
  const current = route.query.get('tab') ?? 'overview'
  // The route is unchanged, but the topics are not: the uid is known now.
  const { connection } = usePage()
  useEffect(() => {
    if (current === 'events' || current === 'state') connection.follow(['pages', ...objectTabTopics(path, current)])
  }, [current, versions.at(-1)?.metadata.uid])
  const last = object ?? versions.at(-1)
  const hasState = last !== undefined && isExternal(last)
  const tabs = ['overview', 'yaml', 'graph', 'changes', 'events', ...(hasState ? ['state'] : [])].map((tab) => ({
    name: tab,
    label: labels[tab]!,
    href: objectRoute(kind, ref, tab),
    ...(tab === 'changes' && versions.length > 1 ? { count: versions.length - 1 } : {}),
  }))
  return (
    <>
      <nav class="crumbs" aria-label="Way back">
        <a href={formatRoute('objects')}>Objects</a> /{' '}
        <a href={formatRoute('objects', [group, version, kindName])}>{kindName}</a>
      </nav>
      <div class="heading">
        <h1>{formatKey(ref)}</h1>
        {isComplete && object === undefined ? <Chip tone="bad">does not exist</Chip> : null}
        {object === undefined ? null : (
          <span class="soft">
            <Age at={object.metadata.creationTimestamp ?? ''} /> old
          </span>
        )}
        {isPaused(object) ? <Chip tone="quiet">paused</Chip> : null}
        {last !== undefined && isApplication(last) ? (
          <a href={formatRoute('protocols', route.parts)}>Protocol, live</a>
        ) : null}
      </div>
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      <ObjectButtons path={path} object={object} />
      <section class="card" aria-label={`${kindName} ${name}`}>
        <Tabs label="Views of the object" tabs={tabs} current={current} />
        {last === undefined ? <Empty>{isComplete ? 'There is no such object.' : 'Fetching …'}</Empty> : null}
        {last === undefined ? null : <TabBody tab={current} path={path} object={last} isGone={object === undefined} />}
      </section>
    </>
  )
}

const labels: Readonly<Record<string, string>> = {
  overview: 'Fields',
  yaml: 'YAML',
  graph: 'Graph',
  changes: 'Changes',
  events: 'Events',
  state: 'State',
}

const pausedAnnotation = 'kubewright.dev/paused'

function isPaused(object: PlainObject | undefined): boolean {
  return object?.metadata.annotations?.[pausedAnnotation] === 'true'
}

export interface TabProps {
  readonly path: string
  readonly object: PlainObject
  readonly isGone: boolean
}

function TabBody({ tab, ...props }: TabProps & { tab: string }) {
  switch (tab) {
    case 'yaml':
      return <YamlTab {...props} key={props.path} />
    case 'graph':
      return <GraphTab path={props.path} />
    case 'changes':
      return <VersionsTab path={props.path} />
    case 'events':
      return <EventList object={props.object} path={props.path} />
    case 'state':
      return <StateTab object={props.object} path={props.path} />
    default:
      return <ObjectForm {...props} key={props.path} />
  }
}

/** Buttons to pause and resume, if allowed. Both write an annotation of the object, so they work for every operator. */
function ObjectButtons({ path, object }: { path: string; object: PlainObject | undefined }) {
  const { connection } = usePage()
  const allows = useLink().server?.allows ?? []
  const { isBusy, failure, run } = useDoing()
  if (object === undefined || !allows.includes('pause')) return null
  const action = isPaused(object) ? 'resume' : 'pause'
  return (
    <div class="actions">
      <button type="button" disabled={isBusy} onClick={() => run(() => connection.post(action, { path }))}>
        {action === 'pause' ? 'Pause reconciling' : 'Resume reconciling'}
      </button>
      <Failure text={failure} />
    </div>
  )
}
