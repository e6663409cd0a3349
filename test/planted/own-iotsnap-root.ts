/** The user's actions on an IotSnapRoot, and the cluster's reactions. */
import { type ExploreOptions, type ScenarioUser } from '@kubewright/testing'
import { seededIds, seededRandom } from '@kubewright/core/random'
import { ConfigMap, Deployment, Service } from '@kubewright/kubernetes'
import { PersistentVolumeClaim } from '@kubewright/kubernetes/core/v1'
import { stackController } from '@kubewright/stack'
import { IotSnapRoot, iotSnapStack, operatorWith } from 'iotsnap-root-operator'

const namespace = 'default'
const root = { name: 'root', namespace }
const configured = ['minio', 'cloudstorage', 'cloudadmin', 'agentkeeper', 'cloudadmingui']
const claimed = ['postgres', 'mongo', 'minio', 'agentkeeper']

type User = Pick<ScenarioUser, 'create' | 'patch' | 'delete' | 'status'>

/** The objects that customers provide. */
async function prepare(user: User): Promise<void> {
  for (const name of configured)
    await user.create(ConfigMap, { metadata: { name: `${name}-config`, namespace }, data: { name } })
  for (const name of claimed)
    await user.create(PersistentVolumeClaim, {
      metadata: { name: `${name}-pvc`, namespace },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    })
}

/** Reports a component as ready, as the cluster would. */
async function ready(user: User, component: string, observedGeneration = 1): Promise<void> {
  const conditions = [{ type: 'Available', status: 'True' as const }]
  const status = { observedGeneration, replicas: 1, updatedReplicas: 1, readyReplicas: 1, conditions }
  await user.status.patch(Deployment, { name: `root-${component}`, namespace }, { status })
}

/** Passwords are the same in every run, and unique within a run. */
let passwords = seededIds(seededRandom('passwords'))
const ids = { uuid: () => passwords.uuid() }
const { resources, controllers } = operatorWith({ ids })

/**
 * The stack, but for the replacement of components that do not start: here a component is ready when the scenario comes to it, and an
 * outage may keep it from there for hours. The operator would rightly replace it.
 */
const patientStack: typeof iotSnapStack = {
  ...iotSnapStack,
  defaults: (object) => ({ ...iotSnapStack.defaults?.(object), startWithin: '1000h' }),
}

export const iotSnapRoot: ExploreOptions = {
  resources,
  controllers: () => [stackController(patientStack, { ids }), ...controllers.slice(1)],
  keeps: [ConfigMap],
  // The time of an observation depends on timing; the end state does not.
  ignore: ['status.components', 'data.POSTGRES_PASSWORD', 'data.MONGO_INITDB_ROOT_PASSWORD'],
  async scenario(user) {
    passwords = seededIds(seededRandom('passwords'))
    await prepare(user)
    await user.create(IotSnapRoot, { metadata: root, spec: {} })
    for (const component of ['postgres', 'mongo', 'minio', ...configured.slice(1)]) await ready(user, component)
    await user.patch(ConfigMap, { name: 'minio-config', namespace }, { data: { name: 'edited' } })
    await user.delete(Service, { name: 'root-mongo', namespace })
    await user.delete(IotSnapRoot, root)
  },
}
