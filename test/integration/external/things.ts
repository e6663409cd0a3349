/** A kind whose objects represent things in a fake cloud, and its controller in both forms. */
import {
  applied,
  changesBetween,
  deletion,
  defineExternalController,
  type ExternalOptions,
  states,
} from '@kubewright/external'
import type { Verification } from '@kubewright/external/definition'
import { defineResource, preserveUnknown } from '@kubewright/resource'
import { z } from 'zod'
import type { FakeCloud } from './fake-cloud.ts'

export const Thing = defineResource({
  group: 'cloud.example.dev',
  version: 'v1',
  kind: 'Thing',
  scope: 'Namespaced',
  spec: z.object({
    size: z.int().default(1),
    version: z.string().default('1'),
    zone: z.string().optional(),
    managementPolicies: z.array(z.enum(['Observe', 'Create', 'Update', 'Delete', 'LateInitialize', '*'])).optional(),
  }),
  status: z.object({
    state: z.enum(states).optional(),
    message: z.string().optional(),
    payload: preserveUnknown().optional(),
    handledRequest: z.string().optional(),
    id: z.string().optional(),
  }),
  conditions: ['Ready', 'Synced'],
})

export const shop = { name: 'shop', namespace: 'default' }

type Options = Partial<ExternalOptions<typeof Thing, Record<never, never>>>

/** Found by name, which is the object's. */
export function things(cloud: FakeCloud, options: Options = {}) {
  return defineExternalController({
    name: 'things',
    for: Thing,
    finalizer: 'cloud.example.dev/thing',
    poll: '10m',
    recheck: '1s',
    visibleWithin: '2s',
    ...options,
    observe: ({ metadata }, { signal }) => cloud.find({ name: metadata.name }, signal),
    phase: ({ phase }) => phase,
    diff: ({ spec }, actual) => changesBetween(spec, actual, ['size', 'version']),
    recreateFor: ['version'],
    create: ({ metadata: { name, uid }, spec: { size, version } }, { signal }) =>
      cloud.create({ name, owner: uid, size, version }, signal),
    update: ({ metadata, spec: { size } }, _, { signal }) => cloud.update(metadata.name, { size }, signal),
    delete: ({ metadata }, { signal }) => cloud.delete({ name: metadata.name }, signal),
    status: ({ id }) => ({ id }),
    lateInitialize: ({ zone }) => ({ zone }),
  })
}

/** The same with long-running operations, whose results are visible only at the end. */
export function operatedThings(cloud: FakeCloud, options: Options = {}) {
  return defineExternalController({
    name: 'things',
    for: Thing,
    finalizer: 'cloud.example.dev/thing',
    poll: '10m',
    recheck: '1s',
    visibleWithin: '2s',
    ...options,
    observe: ({ metadata }, { signal }) => cloud.find({ name: metadata.name }, signal),
    diff: ({ spec }, actual) => changesBetween(spec, actual, ['size', 'version']),
    isOurs: ({ metadata }, { owner }) => owner === metadata.uid,
    recreateFor: ['version'],
    async create({ metadata: { name, uid }, spec: { size, version } }, { signal }) {
      await cloud.create({ name, owner: uid, size, version }, signal)
      return applied({ operation: name })
    },
    async update({ metadata: { name }, spec: { size } }, _, { signal }) {
      await cloud.update(name, { size }, signal)
      return applied({ operation: name })
    },
    async delete({ metadata: { name } }, { signal }) {
      await cloud.delete({ name }, signal)
      return deletion({ operation: name })
    },
    follow: (_, { operation, signal }) => cloud.standing(operation, signal),
    status: ({ id }) => ({ id }),
  })
}

/** The same in the original's form, and found by the id that the cloud assigned. */
export function assignedThings(cloud: FakeCloud, options: Options = {}) {
  return defineExternalController({
    name: 'things',
    for: Thing,
    finalizer: 'cloud.example.dev/thing',
    poll: '10m',
    recheck: '1s',
    visibleWithin: '2s',
    names: 'assigned',
    ...options,
    async verify({ spec }, { externalName, signal }): Promise<Verification<typeof Thing> | 'Missing'> {
      if (externalName === undefined) return 'Missing'
      const actual = await cloud.find({ id: externalName }, signal)
      if (actual === undefined) return 'Missing'
      const differs =
        actual.version !== spec.version ? 'RecreateRequired' : actual.size !== spec.size ? 'UpdateRequired' : 'Ready'
      const verdict = actual.phase === 'Ready' ? differs : actual.phase
      return { verdict, payload: { size: actual.size }, status: { id: actual.id } }
    },
    async create({ metadata: { name, uid }, spec: { size, version } }, { signal }) {
      const { id } = await cloud.create({ name, owner: uid, size, version }, signal)
      return { result: 'Succeeded', externalName: id }
    },
    async update({ metadata, spec: { size } }, { signal }) {
      await cloud.update(metadata.name, { size }, signal)
      return 'Succeeded'
    },
    async delete(_, { externalName, signal }) {
      if (externalName === undefined) return 'AlreadyDeleted'
      await cloud.delete({ id: externalName }, signal)
      return 'AwaitingVerification'
    },
  })
}
