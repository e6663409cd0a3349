/** What must and must not compile. */
import { expectTypeOf } from 'vitest'
import { defineNodeType } from './node-type.ts'
import { findPlan } from './plan/find-plan.ts'
import { simulate } from './simulation.ts'
import { defineTopology, type Topology } from './topology.ts'

const Volume = defineNodeType({
  name: 'Volume',
  capabilities: ['storage'],
  initial: 'unavailable',
  states: { unavailable: {}, available: { offers: ['storage'] } },
  operations: { create: { from: 'unavailable', to: 'available' } },
})

const Database = defineNodeType({
  name: 'Database',
  requirements: ['storage'],
  capabilities: ['sql'],
  initial: 'unavailable',
  states: { unavailable: {}, running: { needs: ['storage'], offers: ['sql'] } },
  operations: { run: { from: 'unavailable', to: 'running', needs: ['storage'] } },
  faults: { running: 'unavailable' },
})

const shop = defineTopology({
  nodes: { disk: Volume, db: { type: Database, replicas: 2 }, spare: Database },
  bindings: { 'db.storage': 'disk.storage', 'spare.storage': 'disk.storage' },
})

const base = { name: 'X', requirements: ['r'], capabilities: ['c'], initial: 'a' } as const
// @ts-expect-error the initial state is misspelled
defineNodeType({ name: 'X', initial: 'of', states: { off: {}, on: {} } })
// @ts-expect-error there is no such requirement
defineNodeType({ ...base, states: { a: {}, b: { needs: ['q'] } } })
// @ts-expect-error there is no such capability
defineNodeType({ ...base, states: { a: {}, b: { offers: ['d'] } } })
// @ts-expect-error the source is misspelled
defineNodeType({ ...base, states: { a: {}, b: {} }, operations: { go: { from: 'aa', to: 'b' } } })
// @ts-expect-error the target is misspelled
defineNodeType({ ...base, states: { a: {}, b: {} }, operations: { go: [{ from: 'a', to: 'bb' }] } })
// @ts-expect-error a transition needs an unknown requirement
defineNodeType({ ...base, states: { a: {}, b: {} }, operations: { go: { from: 'a', to: 'b', needs: ['x'] } } })
// @ts-expect-error a handler leads to an unknown state
defineNodeType({ ...base, states: { a: {}, b: {} }, faults: { b: 'c' } })
// @ts-expect-error a handler starts in an unknown state
defineNodeType({ ...base, states: { a: {}, b: {} }, faults: { c: 'a' } })
// @ts-expect-error the type has no requirements
defineNodeType({ name: 'X', initial: 'a', states: { a: { needs: ['r'] } } })

const nodes = { disk: Volume, db: Database }
// @ts-expect-error the requirement of db is not bound
defineTopology({ nodes, bindings: {} })
// @ts-expect-error there are no bindings
defineTopology({ nodes })
// @ts-expect-error there is no such capability
defineTopology({ nodes, bindings: { 'db.storage': 'disk.storag' } })
// @ts-expect-error there is no such requirement
defineTopology({ nodes, bindings: { 'db.storage': 'disk.storage', 'db.x': 'disk.storage' } })
// @ts-expect-error there is no such container
defineTopology({ nodes: { disk: Volume }, containers: { disk: 'dsk' } })
defineTopology({
  nodes: { disk: Volume, two: Volume, db: Database },
  bindings: { 'db.storage': ['disk.storage', 'two.storage'] },
})
defineTopology({ nodes: { disk: Volume } })

expectTypeOf(shop).toEqualTypeOf<
  Topology<
    {
      readonly disk: 'unavailable' | 'available'
      readonly db: { readonly unavailable?: number; readonly running?: number }
      readonly spare: 'unavailable' | 'running'
    },
    'disk.create' | 'db.run' | 'spare.run'
  >
>()
expectTypeOf(shop).toExtend<Topology>()

shop.state({ disk: 'available', db: { running: 2 }, spare: 'running' })
// @ts-expect-error the state is misspelled
shop.state({ disk: 'avail', db: { running: 2 }, spare: 'running' })
// @ts-expect-error a node is missing
shop.state({ disk: 'available', db: { running: 2 } })
findPlan(shop, { to: { spare: ['running', 'unavailable'], db: { running: 1 } } })
// @ts-expect-error there is no such node
findPlan(shop, { to: { spar: 'running' } })
// @ts-expect-error there is no such state
findPlan(shop, { to: { spare: ['runing'] } })
// @ts-expect-error there is no such node
simulate(shop).crash('dbs')
expectTypeOf(simulate(shop).state.spare).toEqualTypeOf<'unavailable' | 'running'>()
