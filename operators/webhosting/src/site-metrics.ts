/** Metrics of websites and themes, modelled on kube-state-metrics. Read from the cache at each scrape. */
import type { MetricFamily, MetricSource } from 'kubewright/manager/metrics'
import type { Cache } from 'kubewright/cache'
import { drainLabel, shardLabel } from '@kubewright/sharding'
import { operatorName } from './names.ts'
import { Theme } from './theme.ts'
import { phases, Website } from './website.ts'

type Reader = Pick<Cache, 'list'>

/** A source for `manager.metrics.add`. Empty until the cache has synced. */
export function siteMetrics(cache: Reader): MetricSource {
  return {
    collect() {
      const sites = listed(() => cache.list(Website))
      const themes = listed(() => cache.list(Theme))
      return [...familiesOf('website', sites, siteFacts), ...familiesOf('theme', themes, themeFacts)]
    },
  }
}

/** One metric: its definition, and the samples of an object. */
interface Fact<Item> {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  readonly samples: (object: Item) => readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]
}

const siteFacts: readonly Fact<Website>[] = [
  {
    name: 'info',
    help: 'The theme of a website.',
    labelNames: ['theme'],
    samples: ({ spec }) => [[{ theme: spec.theme ?? '' }, 1]],
  },
  {
    name: 'shard',
    help: 'The shard of a website, and whether it is being drained.',
    labelNames: ['shard', 'drain'],
    samples({ metadata: { labels = {} } }) {
      const shard = labels[shardLabel(operatorName)]
      return shard === undefined ? [] : [[{ shard, drain: String(drainLabel(operatorName) in labels) }, 1]]
    },
  },
  {
    name: 'metadata_generation',
    help: 'metadata.generation of a website.',
    samples: ({ metadata }) => [[{}, metadata.generation ?? 0]],
  },
  {
    name: 'observed_generation',
    help: 'status.observedGeneration of a website.',
    samples: ({ status }) => (status?.observedGeneration === undefined ? [] : [[{}, status.observedGeneration]]),
  },
  {
    name: 'status_phase',
    help: 'The phase of a website: 1 for the current phase.',
    labelNames: ['phase'],
    samples: ({ status }) => phases.map((phase) => [{ phase }, status?.phase === phase ? 1 : 0]),
  },
]

const themeFacts: readonly Fact<Theme>[] = [
  {
    name: 'info',
    help: 'The colour and font family of a theme.',
    labelNames: ['color', 'font_family'],
    samples: ({ spec }) => [[{ color: spec.color, font_family: spec.fontFamily }, 1]],
  },
  {
    name: 'metadata_generation',
    help: 'metadata.generation of a theme.',
    samples: ({ metadata }) => [[{}, metadata.generation ?? 0]],
  },
]

function familiesOf<Item extends Website | Theme>(
  kind: string,
  objects: readonly Item[],
  facts: readonly Fact<Item>[],
): readonly MetricFamily[] {
  return facts.map(({ name, help, labelNames = [], samples }) => ({
    type: 'gauge',
    name: `kube_${kind}_${name}`,
    help,
    labelNames: [...identityNames(kind), ...labelNames],
    samples: objects.flatMap((object) =>
      samples(object).map(([labels, value]) => ({ labels: { ...identityOf(kind, object), ...labels }, value })),
    ),
  }))
}

function identityNames(kind: string): readonly string[] {
  return kind === 'theme' ? ['theme', 'uid'] : ['namespace', kind, 'uid']
}

function identityOf(kind: string, { metadata: { namespace, name, uid } }: Website | Theme): Record<string, string> {
  return { ...(namespace === undefined ? {} : { namespace }), [kind]: name, uid }
}

/** A cache that has not synced refuses reads. */
function listed<Item>(read: () => readonly Item[]): readonly Item[] {
  try {
    return read()
  } catch {
    return []
  }
}
