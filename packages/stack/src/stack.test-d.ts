import { defineResource } from '@kubewright/resource'
import { z } from 'zod'
import { component } from './component.ts'
import { defineStack } from './stack.ts'
import { stackStatus } from './status.ts'

const names = { group: 'shop.example.dev', version: 'v1', kind: 'Shop', scope: 'Namespaced' } as const
const Shop = defineResource({ ...names, spec: z.object({ gui: z.boolean() }), status: z.object({ ...stackStatus }) })

defineStack({
  for: Shop,
  components: ({ spec }) => ({
    db: component({ image: 'db' }),
    api: component({ image: 'api', needs: ['db'] }),
    gui: spec.gui ? component({ image: 'gui', needs: ['api', 'db'] }) : undefined,
  }),
  versions: { '1': {}, '2': { upgrade: ['db', 'api'], components: { gui: '7' } } },
})

defineStack({
  for: Shop,
  // @ts-expect-error a need that is no component of the stack
  components: () => ({ db: component({ image: 'db' }), api: component({ image: 'api', needs: ['dbb'] }) }),
})

const components = () => ({ db: component({ image: 'db' }), api: component({ image: 'api', needs: ['db'] }) })

defineStack({
  for: Shop,
  components,
  versions: {
    '1': { components: { db: '15' } },
    '2': { from: ['1'], upgrade: ['db', 'api'], skew: [{ of: 'api', with: 'db', allows: (api, db) => api >= db }] },
  },
})

defineStack({
  for: Shop,
  components,
  // @ts-expect-error the version of a component that there is not
  versions: { '1': { components: { dbb: '15' } } },
})

defineStack({
  for: Shop,
  components,
  // @ts-expect-error a component that there is not, in the order of an upgrade
  versions: { '1': {}, '2': { upgrade: ['dbb'] } },
})

defineStack({
  for: Shop,
  components: ({ spec }) => ({
    db: component({ image: 'db' }),
    gui: spec.gui ? component({ image: 'gui' }) : undefined,
  }),
  // @ts-expect-error the same, where the components follow from the object
  versions: { '1': {}, '2': { upgrade: ['gui', 'dbb'] } },
})

defineStack({
  for: Shop,
  components,
  // @ts-expect-error a version that there is not
  versions: { '1': {}, '2': { from: ['1.0'] } },
})

defineStack({
  for: Shop,
  components,
  // @ts-expect-error a skew rule of a component that there is not
  versions: { '1': { skew: [{ of: 'app', with: 'db', allows: () => true }] } },
})

// A stack whose components are not known by name takes any.
const open: Readonly<Record<string, ReturnType<typeof component>>> = {}
defineStack({ for: Shop, components: () => open, versions: { '1': { components: { anything: '1' } } } })

const Plain = defineResource({ ...names, kind: 'Plain', spec: z.object({}), status: z.object({ phase: z.int() }) })
defineStack({
  // @ts-expect-error a status without the fields of a stack
  for: Plain,
  components: () => ({ db: component({ image: 'db' }) }),
})
