/** Catalogue 1.9: watches. */
import {
  awaitWatch,
  check,
  closeWatch,
  defineSuite,
  del,
  get,
  inCluster,
  inNamespace,
  mergePatch,
  openWatch,
  post,
  put,
  quietly,
  type Step,
} from '../../../tools/conformance/steps.ts'
import { definitions, establish, version, widget, widgets } from './widgets.ts'

const configMaps = inNamespace('configmaps')
const make = (name: string, labels?: object): Step =>
  quietly(post(configMaps, { metadata: { name, ...(labels ? { labels } : {}) } }, { saveAs: name }))
const change = (name: string, patch: object): Step => quietly(mergePatch(`${configMaps}/${name}`, patch))
const remove = (name: string): Step => quietly(del(`${configMaps}/${name}`))
const watch = (query = '', headers?: Record<string, string>) =>
  openWatch('w', `${configMaps}?watch=true${query}`, headers)
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const partial = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' }
const life = [make('a'), change('a', { data: { a: 'b' } }), make('b'), remove('a')]

/** After this read, a server that answers from a cache is up to date. */
const fresh = (path: string): Step => quietly(get(path))

const lifeOfWidget = [
  quietly(post(widgets, widget({ name: 'a' }))),
  quietly(mergePatch(`${widgets}/a`, { spec: { color: 'red' } })),
  quietly(del(`${widgets}/a`)),
]

/** The position of a bookmark among events depends on timing, so cases that request bookmarks have no other events. */
const options: readonly [name: string, rules: string, query: string][] = [
  ['nothing', 'WA-4', ''],
  ['a version of 0', 'WA-4', '&resourceVersion=0'],
  ['a version that is no number', 'WA-9', '&resourceVersion=abc'],
  ['a negative version', 'WA-9', '&resourceVersion=-1'],
  ['a match alone', 'WA-5', '&resourceVersionMatch=NotOlderThan'],
  ['a match and a version', 'WA-5', '&resourceVersionMatch=NotOlderThan&resourceVersion=5'],
  ['initial events alone', 'WA-5', '&sendInitialEvents=true'],
  [
    'initial events with an exact match',
    'WA-5',
    '&sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=5',
  ],
  ['initial events', 'WA-6', '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan'],
  ['initial events from 0', 'WA-6', '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=0'],
  [
    'initial events and bookmarks',
    'WA-6 WA-7',
    '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
  ],
  [
    'initial events and bookmarks from a version',
    'WA-6',
    '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&resourceVersion={{x.metadata.resourceVersion}}',
  ],
  ['no initial events from 0', 'WA-6', '&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0'],
  [
    'no initial events from a version',
    'WA-6',
    '&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion={{x.metadata.resourceVersion}}',
  ],
  ['no initial events from anywhere', 'WA-6', '&sendInitialEvents=false&resourceVersionMatch=NotOlderThan'],
  ['initial events that may be', 'WA-5', '&sendInitialEvents=maybe'],
  ['a version that was', 'WA-4', '&resourceVersion={{x.metadata.resourceVersion}}'],
  ['a page', 'WA-4', '&continue=abc'],
  ['a limit', 'WA-4', '&limit=1'],
  ['a wrong label selector', 'WA-10', '&labelSelector=%21%21'],
  ['an unknown field', 'WA-10', '&fieldSelector=data.a%3Db'],
  ['a name', 'WA-10', '&fieldSelector=metadata.name%3Da'],
  ['a timeout that is no number', 'WA-3', '&timeoutSeconds=soon'],
]

export default defineSuite({
  section: '1.9',
  topic: 'watch',
  setup: establish({
    versions: [
      version(
        { spec: { type: 'object', properties: { color: { type: 'string' } } } },
        { selectableFields: [{ jsonPath: '.spec.color' }] },
      ),
    ],
  }),
  cases: [
    ...options.map(([name, rules, query]) =>
      check(
        `takes ${name}`,
        rules,
        make('x'),
        fresh(configMaps),
        watch(query),
        ...(query.includes('Bookmarks') ? [] : life),
        closeWatch('w'),
      ),
    ),
    ...options.map(([name, rules, query]) =>
      check(
        `of custom resources takes ${name}`,
        rules,
        quietly(post(widgets, widget({ name: 'x' }), { saveAs: 'x' })),
        fresh(widgets),
        openWatch('w', `${widgets}?watch=true${query}`),
        ...(query.includes('Bookmarks') ? [] : lifeOfWidget),
        closeWatch('w'),
      ),
    ),
    check(
      'tells everything in order',
      'WA-1 WA-11',
      watch(),
      ...life,
      change('b', { data: { x: 'y' } }),
      make('c'),
      remove('b'),
      closeWatch('w', 7),
    ),
    check(
      'tells two watchers the same',
      'WA-11',
      openWatch('v', `${configMaps}?watch=true`),
      watch(),
      ...life,
      closeWatch('w', 4),
      closeWatch('v', 4),
    ),
    check('ends in time', 'WA-3', make('a'), get(`${configMaps}?watch=true&timeoutSeconds=1`)),
    check(
      'ends in time with a bookmark',
      'WA-3 WA-7',
      make('a'),
      get(`${configMaps}?watch=true&timeoutSeconds=1&resourceVersion={{a.metadata.resourceVersion}}`),
    ),
    check(
      'tells what enters and leaves a selection',
      'WA-10',
      make('a', { on: 'no' }),
      make('b', { on: 'yes' }),
      watch('&labelSelector=on%3Dyes'),
      change('a', { metadata: { labels: { on: 'yes' } } }),
      change('a', { data: { x: '1' } }),
      change('a', { metadata: { labels: { on: 'no' } }, data: { x: '2' } }),
      change('a', { data: { x: '3' } }),
      remove('b'),
      remove('a'),
      closeWatch('w', 5),
    ),
    check(
      'tells what enters and leaves a selection of fields',
      'WA-10',
      quietly(post(widgets, widget({ name: 'a' }, { spec: { color: 'red' } }))),
      openWatch('w', `${widgets}?watch=true&fieldSelector=spec.color%3Dred`),
      quietly(mergePatch(`${widgets}/a`, { spec: { color: 'blue' } })),
      quietly(mergePatch(`${widgets}/a`, { spec: { color: 'red' } })),
      quietly(del(`${widgets}/a`)),
      closeWatch('w', 4),
    ),
    check(
      'tells what Pods do by phase',
      'WA-10',
      quietly(
        post(inNamespace('pods'), { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
      ),
      openWatch('w', `${inNamespace('pods')}?watch=true&fieldSelector=status.phase%3DRunning`),
      quietly(mergePatch(inNamespace('pods', 'p', 'status'), { status: { phase: 'Running' } })),
      quietly(mergePatch(inNamespace('pods', 'p', 'status'), { status: { phase: 'Succeeded' } })),
      closeWatch('w', 2),
    ),
    check(
      'tells nothing of writes that change nothing',
      'WA-10 UP-5',
      make('a'),
      watch(),
      change('a', {}),
      change('a', { data: null }),
      change('a', { data: { x: 'y' } }),
      change('a', { data: { x: 'y' } }),
      closeWatch('w', 2),
    ),
    check(
      'tells a deletion that waits',
      'WA-10 DE-5',
      quietly(post(configMaps, { metadata: { name: 'a', finalizers: ['example.dev/hold'] } })),
      watch(),
      remove('a'),
      remove('a'),
      change('a', { metadata: { finalizers: null } }),
      closeWatch('w', 3),
    ),
    check(
      'tells what happened since',
      'WA-4',
      make('a'),
      change('a', { data: { x: '1' } }),
      make('b'),
      remove('b'),
      watch('&resourceVersion={{a.metadata.resourceVersion}}'),
      make('c'),
      closeWatch('w', 4),
    ),
    check(
      'tells no more than what happened since, by name',
      'WA-4',
      make('a'),
      change('a', { data: { x: '1' } }),
      make('b'),
      watch('&resourceVersion={{a.metadata.resourceVersion}}&fieldSelector=metadata.name%3Da'),
      change('a', { data: { x: '2' } }),
      closeWatch('w', 2),
    ),
    check(
      'marks the end of what was',
      'WA-6',
      make('a'),
      make('b'),
      watch('&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'),
      closeWatch('w', 3),
    ),
    check(
      'marks the end of what was where nothing was',
      'WA-6',
      watch('&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'),
      closeWatch('w', 1),
    ),
    check(
      'marks the end of a selection',
      'WA-6',
      make('a', { on: 'yes' }),
      make('b'),
      watch('&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&labelSelector=on'),
      awaitWatch('w', 2),
      make('c', { on: 'yes' }),
      closeWatch('w', 3),
    ),
    check(
      'marks the end as a table',
      'WA-6 CN-7',
      make('a'),
      watch('&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true', table),
      awaitWatch('w', 2),
      make('b'),
      closeWatch('w', 3),
    ),
    check(
      'marks the end of metadata',
      'WA-6 CN-10',
      make('a'),
      watch('&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true', partial),
      awaitWatch('w', 2),
      make('b'),
      closeWatch('w', 3),
    ),
    check(
      'marks the end of custom resources',
      'WA-6',
      quietly(post(widgets, widget({ name: 'a' }))),
      openWatch(
        'w',
        `${widgets}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
      ),
      closeWatch('w', 2),
    ),
    check(
      'speaks in tables',
      'CN-7 WA-1',
      make('a'),
      watch('', table),
      make('b'),
      change('b', { data: { x: 'y' } }),
      remove('b'),
      closeWatch('w', 4),
    ),
    check(
      'speaks in tables without objects',
      'CN-7',
      make('a'),
      watch('&includeObject=None', table),
      remove('a'),
      closeWatch('w', 2),
    ),
    check('speaks of metadata', 'CN-10', make('a'), watch('', partial), make('b'), remove('b'), closeWatch('w', 3)),
    check(
      'speaks in tables of custom resources',
      'CN-7',
      quietly(post(widgets, widget({ name: 'a' }))),
      openWatch('w', `${widgets}?watch=true`, table),
      quietly(del(`${widgets}/a`)),
      closeWatch('w', 2),
    ),
    check(
      'speaks no YAML',
      'WA-1',
      get(`${configMaps}?watch=true&timeoutSeconds=1`, { headers: { accept: 'application/yaml' } }),
    ),
    check(
      'speaks no language it does not know',
      'WA-1',
      get(`${configMaps}?watch=true&timeoutSeconds=1`, { headers: { accept: 'text/plain' } }),
    ),
    check(
      'speaks JSON when asked for a stream of it',
      'WA-1',
      get(`${configMaps}?watch=true&timeoutSeconds=1`, { headers: { accept: 'application/json;stream=watch' } }),
    ),
    check(
      'knows no events of the first day',
      'WA-8 ER-21',
      get(`${widgets}?watch=true&resourceVersion=1&timeoutSeconds=2`),
    ),
    check(
      'knows no events of the future',
      'WA-9',
      get(`${configMaps}?watch=true&resourceVersion=99999999&timeoutSeconds=1`, { compare: 'status' }),
    ),
    check(
      'knows no initial events of the future',
      'WA-9',
      get(
        `${configMaps}?watch=true&resourceVersion=99999999&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=4`,
      ),
    ),
    check(
      'watches nothing that cannot be watched',
      'WA-13',
      get(`${inCluster('componentstatuses')}?watch=true`),
      get(`${inNamespace('pods', 'x', 'log')}?watch=true`),
    ),
    check(
      'watches no namespace that is not there',
      'WA-4',
      get('/api/v1/namespaces/{id}-none/configmaps?watch=true&timeoutSeconds=1'),
    ),
    check(
      'is upgraded by nobody',
      'WA-2',
      get(`${configMaps}?watch=true&timeoutSeconds=1`, { headers: { upgrade: 'nothing', connection: 'keep-alive' } }),
    ),
    check(
      'keeps slow readers for a while',
      'WA-12',
      watch(),
      ...Array.from({ length: 30 }, (_, at) => make(`m${at}`)),
      closeWatch('w', { events: 30, compare: 'digest' }),
    ),
    check(
      'ends when its definition changes',
      'WA-14',
      ...establish({ of: 'id', versions: [version({})] }),
      openWatch('w', '/apis/{id}.example.dev/v1/widgets?watch=true'),
      quietly(
        mergePatch(`${definitions}/widgets.{id}.example.dev`, {
          spec: { versions: [version({ spec: { type: 'object' } })] },
        }),
      ),
      closeWatch('w', 1),
    ),
    check(
      'watches across namespaces',
      'URL-5',
      openWatch('w', '/api/v1/configmaps?watch=true&labelSelector=wide%3D{id}'),
      make('a', { wide: '{id}' }),
      remove('a'),
      closeWatch('w', 2),
    ),
    check(
      'tells a write by PUT',
      'WA-10',
      make('a'),
      watch('&resourceVersion={{a.metadata.resourceVersion}}'),
      quietly(put(`${configMaps}/a`, { metadata: { name: 'a' }, data: { p: 'q' } })),
      closeWatch('w', 1),
    ),
    check(
      'tells nothing of trials',
      'DR-1',
      make('a'),
      watch('&resourceVersion={{a.metadata.resourceVersion}}'),
      quietly(mergePatch(`${configMaps}/a?dryRun=All`, { data: { x: 'y' } })),
      quietly(del(`${configMaps}/a?dryRun=All`)),
      remove('a'),
      closeWatch('w', 1),
    ),
  ],
})
