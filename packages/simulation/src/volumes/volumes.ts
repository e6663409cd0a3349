/** Provides volumes for claims. */
import { isAlreadyExists } from '@kubewright/client'
import type { ControllerHost } from '@kubewright/controller/host'
import { StorageClass } from '@kubewright/kubernetes'
import { defaultClassAnnotation, directoryProvisioner } from '../names.ts'
import type { Part } from '../part.ts'
import { claims } from './claims.ts'
import { keptVolumes } from './kept-volumes.ts'

/** The usual name on small clusters. */
const standard = 'standard'

export function volumes(): Part {
  return {
    name: 'volumes',
    reporter: 'persistentvolume-controller',
    controllers: [claims, keptVolumes],
    prepare: ensureDefaultClass,
  }
}

/** An existing default class, or a class of that name, is kept. */
async function ensureDefaultClass({ client }: ControllerHost, signal: AbortSignal): Promise<void> {
  const { items } = await client.list(StorageClass, { signal })
  if (items.some(({ metadata }) => metadata.annotations?.[defaultClassAnnotation] === 'true')) return
  const metadata = { name: standard, annotations: { [defaultClassAnnotation]: 'true' } }
  const how = { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' } as const
  await client
    .create(StorageClass, { metadata, provisioner: directoryProvisioner, ...how }, { signal })
    .catch((error) => {
      if (!isAlreadyExists(error)) throw error
    })
}
