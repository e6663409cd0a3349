/** What a user does with an IotSnapRoot, and what the cluster answers. */
import { type ExploreOptions, type ScenarioUser } from '@kubewright/testing'
import { seededIds, seededRandom } from '@kubewright/core'
import { ConfigMap, Deployment, Service } from '@kubewright/kubernetes'
import { PersistentVolumeClaim } from '@kubewright/kubernetes/core/v1'
import { IotSnapRoot, operatorWith } from 'iotsnap-root-operator'

const namespace = 'default'
const root = { name: 'root', namespace }
const configured = ['minio', 'cloudstorage', 'cloudadmin', 'agentkeeper', 'cloudadmingui']
const claimed = ['postgres', 'mongo', 'minio', 'agentkeeper']

type User = Pick<ScenarioUser, 'create' | 'patch' | 'delete' | 'status'>

/** What customers prepare. */
async function prepare(user: User): Promise<void> {
  for (const name of configured)
    await user.create(ConfigMap, { metadata: { name: `${name}-config`, namespace }, data: { name } })
  for (const name of claimed)
    await user.create(PersistentVolumeClaim, {
      metadata: { name: `${name}-pvc`, namespace },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    })
}

/** The cluster says that a component is ready. */
async function ready(user: User, component: string, observedGeneration = 1): Promise<void> {
  const conditions = [{ type: 'Available', status: 'True' as const }]
  const status = { observedGeneration, replicas: 1, updatedReplicas: 1, readyReplicas: 1, conditions }
  await user.status.patch(Deployment, { name: `root-${component}`, namespace }, { status })
}

/** Passwords are the same in every run, and never the same twice in one. */
let passwords = seededIds(seededRandom('passwords'))
const { resources, controllers } = operatorWith({ ids: { uuid: () => passwords.uuid() } })

export const iotSnapRoot: ExploreOptions = {
  resources,
  controllers: () => controllers,
  keeps: [ConfigMap],
  // When something was seen first depends on when; where it ended does not.
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
