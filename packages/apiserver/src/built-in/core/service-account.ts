/** ServiceAccounts. */
import type { ServiceAccount } from '@kubewright/kubernetes/core/v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { unvalidated } from '../../object/unvalidated.ts'
import { ageOf } from '../table/cells.ts'

const asAccount = unvalidated<ServiceAccount>

const strictSecrets = 'kubernetes.io/enforce-mountable-secrets'

export const serviceAccount: KindBehavior = {
  // Only the names of the referenced secrets are kept.
  prepareForCreate(object) {
    const it = asAccount(object)
    if (it.secrets) it.secrets = it.secrets.map(({ name }) => ({ name }))
  },
  warnings(object, old) {
    const isNew = Object.hasOwn(object.metadata.annotations ?? {}, strictSecrets)
    if (!isNew || Object.hasOwn(old?.metadata.annotations ?? {}, strictSecrets)) return []
    const advice = 'prefer separate namespaces to isolate access to mounted secrets'
    return [`metadata.annotations[${strictSecrets}]: deprecated in v1.32+; ${advice}`]
  },
  cells: (object, nowMs) => [object.metadata.name, ageOf(object, nowMs)],
}
