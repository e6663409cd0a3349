/** The root of the page: selects the visible page and its topics. */
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { Boundary } from './boundary.tsx'
import { ClustersPage, clustersTopics } from './clusters/clusters-page.tsx'
import { Connection } from './connection.ts'
import { ExplorePage, exploreTopics } from './explore/explore-page.tsx'
import { lazy } from './lazy.tsx'
import { ObjectsPage, objectsTopics } from './objects/objects-page.tsx'
import { OperatorsPage, operatorsTopics } from './operators/operators-page.tsx'
import { PageContext } from './page-context.tsx'
import { parseRoute, type Route } from './route.ts'
import { Shell } from './shell.tsx'
import { protocolsTopics } from './protocols/protocols-topics.ts'
import { ShardsPage } from './shards/shards-page.tsx'
import { StacksPage, stacksTopics } from './stacks/stacks-page.tsx'
import { useSubscribedValue } from './subscribed-value.ts'
import { Tables } from './tables.ts'

const ProtocolsPage = lazy(() => import('./protocols/protocols-page.tsx').then((module) => module.ProtocolsPage))

interface Page {
  readonly topics: (route: Route) => readonly string[]
  readonly show: preact.ComponentType<{ route: Route }>
}

const pages: Readonly<Record<string, Page>> = {
  operators: { topics: operatorsTopics, show: OperatorsPage },
  objects: { topics: objectsTopics, show: ObjectsPage },
  shards: { topics: () => ['rings', 'shard-processes'], show: ShardsPage },
  explore: { topics: exploreTopics, show: ExplorePage },
  protocols: { topics: protocolsTopics, show: ProtocolsPage },
  stacks: { topics: stacksTopics, show: StacksPage },
  clusters: { topics: clustersTopics, show: ClustersPage },
}

const tables = new Tables()
const connection = new Connection(tables)

function useRoute(): Route {
  const hash = useSubscribedValue(
    () => location.hash,
    (changed) => {
      addEventListener('hashchange', changed)
      return () => removeEventListener('hashchange', changed)
    },
    [],
  )
  return parseRoute(hash)
}

function Dashboard() {
  const route = useRoute()
  const page = Object.hasOwn(pages, route.page) ? pages[route.page] : undefined
  const topics = ['pages', ...(page?.topics(route) ?? [])]
  useEffect(() => connection.follow(topics), [topics.join('\n')])
  const Show = page?.show
  return (
    <PageContext.Provider value={{ tables, connection }}>
      <Shell route={route}>
        <Boundary what="This page" which={[route.page, ...route.parts].join('/')}>
          {Show === undefined ? <p class="empty">There is no such page.</p> : <Show route={route} />}
        </Boundary>
      </Shell>
    </PageContext.Provider>
  )
}

render(<Dashboard />, document.querySelector('#page')!)
