/** The default storage class and ingress class, for objects that name none. */
import type { PersistentVolumeClaim } from '@kubewright/kubernetes/core/v1'
import type { Ingress } from '@kubewright/kubernetes/networking/v1'
import { unvalidated } from '../../object/unvalidated.ts'
import type { Draft } from '../../object/draft.ts'
import type { AdmissionPlugin } from '../../kinds/admission.ts'
import { isAboutItself } from './attributes.ts'
import type { StoredObjects } from './stored-objects.ts'

export const storageClassAnnotation = 'volume.beta.kubernetes.io/storage-class'

/** DefaultStorageClass: for claims. */
export function defaultStorageClass(objects: StoredObjects): AdmissionPlugin {
  const marks = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class']
  return {
    name: 'DefaultStorageClass',
    admit(attributes) {
      const { operation, object } = attributes
      if (operation !== 'CREATE' || object === undefined) return
      if (!isAboutItself(attributes, '', 'persistentvolumeclaims')) return
      const spec = (unvalidated<PersistentVolumeClaim>(object).spec ??= {})
      if (hasAnnotation(object, storageClassAnnotation)) return
      spec.storageClassName ??= newestMarked(objects.list<Draft>('storage.k8s.io', 'storageclasses'), marks)
    },
  }
}

/** DefaultIngressClass: for ingresses. */
export function defaultIngressClass(objects: StoredObjects): AdmissionPlugin {
  const marks = ['ingressclass.kubernetes.io/is-default-class']
  return {
    name: 'DefaultIngressClass',
    admit(attributes) {
      const { operation, object } = attributes
      if (operation !== 'CREATE' || object === undefined) return
      if (!isAboutItself(attributes, 'networking.k8s.io', 'ingresses')) return
      const spec = (unvalidated<Ingress>(object).spec ??= {})
      if (hasAnnotation(object, 'kubernetes.io/ingress.class')) return
      spec.ingressClassName ??= newestMarked(objects.list<Draft>('networking.k8s.io', 'ingressclasses'), marks)
    },
  }
}

function hasAnnotation({ metadata }: Draft, name: string): boolean {
  return Object.hasOwn(metadata.annotations ?? {}, name)
}

interface Class {
  readonly metadata?: Draft['metadata'] | undefined
}

/** The newest default wins; ties go to the first by name. */
function newestMarked(classes: readonly object[], marks: readonly string[]): string | undefined {
  let newest: Draft['metadata'] | undefined
  for (const { metadata } of classes as readonly Class[]) {
    if (!marks.some((mark) => metadata?.annotations?.[mark] === 'true')) continue
    if (newest === undefined || (metadata?.creationTimestamp ?? '') > (newest.creationTimestamp ?? '')) {
      newest = metadata
    }
  }
  return newest?.name
}
