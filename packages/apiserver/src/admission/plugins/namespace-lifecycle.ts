/** NamespaceLifecycle: refuses writes into a missing namespace, and creations in a terminating one. */
import { notFound } from '../../status/failures.ts'
import type { AdmissionPlugin, Attributes } from '../../kinds/admission.ts'
import { isAbout, refuse } from './attributes.ts'
import type { StoredObjects } from './stored-objects.ts'

/** Namespaces that the cluster needs. */
const immortal: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public'])

export function namespaceLifecycle(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'NamespaceLifecycle',
    admit(attributes) {
      const { operation, namespace, name } = attributes
      if (isAbout(attributes, '', 'namespaces')) {
        if (operation === 'DELETE' && immortal.has(name)) throw refuse(attributes, 'this namespace may not be deleted')
        return
      }
      const isWrite = operation === 'CREATE' || operation === 'UPDATE'
      if (namespace !== '' && isWrite && !asksForAccess(attributes)) checkNamespace(objects, attributes)
    },
    confirm(attributes) {
      if (attributes.namespace !== '') checkNamespace(objects, attributes)
    },
  }
}

function checkNamespace(objects: StoredObjects, attributes: Attributes): void {
  const { operation, namespace } = attributes
  const found = objects.namespace(namespace)
  if (found === undefined) throw notFound({ group: '', resource: 'namespaces' }, namespace)
  if (operation === 'CREATE' && found.isTerminating) throw refuseNew(attributes)
}

/** Access reviews are exempt: a refusal would reveal whether the namespace exists to callers who may not know. */
function asksForAccess(attributes: Attributes): boolean {
  return isAbout(attributes, 'authorization.k8s.io', 'localsubjectaccessreviews')
}

function refuseNew(attributes: Attributes): Error {
  const { namespace } = attributes
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`
  const message = `namespace ${namespace} is being terminated`
  return refuse(attributes, why, [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }])
}
