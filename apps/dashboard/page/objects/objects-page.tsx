/** Objects: all served kinds, the objects of one kind, and one object. */
import type { ObjectRow, ServedKindEntry } from '@kubewright/dashboard/topics'
import { useMemo, useRef, useState } from 'preact/hooks'
import { formatCount, formatKey } from '../format.ts'
import { Age, Chip, Empty, Problem, SearchBox } from '../parts.tsx'
import { useTable } from '../page-context.tsx'
import { formatRoute, kindParts, type KindName, objectRoute, type Route } from '../route.ts'
import { VirtualList } from '../virtual-list.tsx'
import { ObjectPage, objectTabTopics } from './object-page.tsx'
import { type ListedObject, matchingKinds, matchingRows, sortedRows } from './object-search.ts'

export function objectsTopics({ parts, query }: Route): readonly string[] {
  if (parts.length === 5) return objectTabTopics(parts.join('/'), query.get('tab') ?? 'overview')
  return parts.length === 3 ? ['kinds', `objects:${parts.join('/')}`] : ['kinds']
}

export function ObjectsPage({ route }: { route: Route }) {
  const [group, version, kind] = route.parts
  if (route.parts.length === 5) return <ObjectPage route={route} />
  if (group === undefined || version === undefined || kind === undefined) return <Kinds />
  return <ObjectList kind={{ group: group === 'core' ? '' : group, version, kind }} />
}

function Kinds() {
  const { entries, isComplete, problem, version } = useTable<ServedKindEntry>('kinds')
  const [text, setText] = useState('')
  const kinds = useMemo(() => matchingKinds([...entries.values()], text), [version, text])
  const sections = [
    { title: 'Custom resources', kinds: kinds.filter(({ isCustom }) => isCustom) },
    { title: 'Kubernetes', kinds: kinds.filter(({ isCustom }) => !isCustom) },
  ]
  return (
    <>
      <div class="heading">
        <h1>Objects</h1>
      </div>
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      <SearchBox label="Search kinds: name, short name, group" value={text} onInput={setText} />
      {kinds.length === 0 ? (
        <Empty>{isComplete ? 'No kind matches.' : 'Discovering the kinds of the cluster …'}</Empty>
      ) : null}
      {sections.map(({ title, kinds: listed }) =>
        listed.length === 0 ? null : (
          <section key={title} class="card" aria-label={title}>
            <h2>{title}</h2>
            <ul class="kinds">
              {listed.map((one) => (
                <li key={kindParts(one).join('/')}>
                  <a href={formatRoute('objects', kindParts(one))}>
                    {one.kind} <span class="soft">{one.group}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </>
  )
}

function ObjectList({ kind }: { kind: KindName }) {
  const topic = `objects:${kindParts(kind).join('/')}`
  const { entries, isComplete, problem, version } = useTable<ObjectRow>(topic)
  const [text, setText] = useState('')
  const before = useRef<readonly ListedObject[]>([])
  const rows = useMemo(() => (before.current = sortedRows(entries, before.current)), [topic, version])
  const shown = useMemo(() => matchingRows(rows, text), [rows, text])
  return (
    <>
      <nav class="crumbs" aria-label="Way back">
        <a href={formatRoute('objects')}>Objects</a> /{' '}
        {kind.group === '' ? kind.version : `${kind.group}/${kind.version}`}
      </nav>
      <div class="heading">
        <h1>{kind.kind}</h1>
        <span class="soft" role="status">
          {isComplete ? formatCount(rows.length, 'object') : 'Fetching …'}
          {text === '' ? '' : `, ${shown.length.toLocaleString('en')} shown`}
        </span>
      </div>
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      <SearchBox label="Search objects: name, namespace, state, owner" value={text} onInput={setText} />
      {isComplete && shown.length === 0 ? (
        <Empty>{rows.length === 0 ? 'There is none.' : 'Nothing matches.'}</Empty>
      ) : null}
      <div class="card">
        <VirtualList
          label={`Objects of the kind ${kind.kind}`}
          items={shown}
          rowHeight={44}
          keyOf={({ uid }) => uid}
          row={(row) => <Row kind={kind} row={row} />}
        />
      </div>
    </>
  )
}

function Row({ kind, row }: { kind: KindName; row: ListedObject }) {
  const { health, owner, created, isPaused } = row
  return (
    <div class="object-row">
      <a href={objectRoute(kind, row)}>{formatKey(row)}</a>
      <span class="soft wide">{owner ?? ''}</span>
      <span>
        {health.text === '' ? null : (
          <Chip tone={health.tone} {...(health.message === undefined ? {} : { title: health.message })}>
            {health.text}
          </Chip>
        )}
        {isPaused ? <Chip tone="quiet">paused</Chip> : null}
      </span>
      <span class="soft age">
        <Age at={created} />
      </span>
    </div>
  )
}
