/** ServiceAccount: every pod runs as an existing service account, and gets its token and pull secrets. */
import type { Clock } from '@kubewright/core'
import { nameSuffix, type Random } from '@kubewright/core/random'
import type { Pod, ServiceAccount } from '@kubewright/kubernetes/core/v1'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import type { AdmissionPlugin, Attributes } from '../../kinds/admission.ts'
import { awaitObject } from './await-object.ts'
import { isAbout, refuse } from './attributes.ts'
import { mountToken } from './service-account-token.ts'
import { foreignSecret, usesSecrets } from './pod-secrets.ts'
import type { FindCollection, StoredObjects } from './stored-objects.ts'

type Account = Unvalidated<ServiceAccount>

export interface ServiceAccountParts {
  readonly objects: StoredObjects
  readonly collection: FindCollection
  readonly clock: Clock
  readonly random: Random
}

const defaultAccount = 'default'
/** How long a pod waits for the default account of a new namespace, which another client creates. */
const patienceMs = 1_350

export function serviceAccount(parts: ServiceAccountParts): AdmissionPlugin {
  const check = async (attributes: Attributes) => {
    const pod = writtenPod(attributes)
    if (pod === undefined) return
    if (attributes.subresource === 'ephemeralcontainers') {
      if (attributes.operation === 'UPDATE') await checkSecrets(parts, attributes, pod)
    } else if (attributes.operation !== 'CREATE') return
    else if (isMirror(pod)) checkMirror(attributes, pod)
    else await checkSecrets(parts, attributes, pod)
  }
  return {
    name: 'ServiceAccount',
    async admit(attributes) {
      const pod = writtenPod(attributes)
      if (pod === undefined || attributes.operation !== 'CREATE') return
      // Kubelets delete mirror pods that differ from what they wrote.
      if (!isMirror(pod)) await complete(parts, attributes, pod)
      await check(attributes)
    },
    validate: check,
  }
}

function writtenPod(attributes: Attributes): Unvalidated<Pod> | undefined {
  const { subresource, object } = attributes
  const isPod = object !== undefined && (subresource === '' || subresource === 'ephemeralcontainers')
  return isPod && isAbout(attributes, '', 'pods') ? unvalidated<Pod>(object) : undefined
}

function isMirror({ metadata }: Unvalidated<Pod>): boolean {
  return Object.hasOwn(metadata?.annotations ?? {}, 'kubernetes.io/config.mirror')
}

async function complete(parts: ServiceAccountParts, attributes: Attributes, pod: Unvalidated<Pod>): Promise<void> {
  const spec = (pod.spec ??= {})
  spec.serviceAccountName ||= defaultAccount
  const account = await accountOf(parts, attributes, spec.serviceAccountName)
  if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) {
    mountToken(spec, () => `kube-api-access-${nameSuffix(5, parts.random)}`)
  }
  if ((spec.imagePullSecrets ?? []).length > 0) return
  const secrets = (account.imagePullSecrets ?? []).map(({ name }) => ({ name }))
  if (secrets.length > 0) spec.imagePullSecrets = secrets
}

function checkMirror(attributes: Attributes, pod: Unvalidated<Pod>): void {
  if (pod.spec?.serviceAccountName) throw refuse(attributes, 'a mirror pod may not reference service accounts')
  if (usesSecrets(pod)) throw refuse(attributes, 'a mirror pod may not reference secrets')
  const sources = (pod.spec?.volumes ?? []).flatMap(({ projected }) => projected?.sources ?? [])
  if (sources.some(({ serviceAccountToken }) => serviceAccountToken)) {
    throw refuse(attributes, 'a mirror pod may not use ServiceAccountToken volume projections')
  }
}

async function checkSecrets(parts: ServiceAccountParts, attributes: Attributes, pod: Unvalidated<Pod>): Promise<void> {
  const name = pod.spec?.serviceAccountName ?? ''
  if (name === '') {
    throw refuse(attributes, `no service account specified for pod ${attributes.namespace}/${pod.metadata?.name ?? ''}`)
  }
  const account = await accountOf(parts, attributes, name)
  if (!isStrict(account)) return
  const why = foreignSecret(pod, account, attributes.subresource === 'ephemeralcontainers')
  if (why !== undefined) throw refuse(attributes, why)
}

/** Parses the boolean as Go does. */
function isStrict({ metadata }: Account): boolean {
  return /^(1|t|T|true|TRUE|True)$/.test(metadata?.annotations?.['kubernetes.io/enforce-mountable-secrets'] ?? '')
}

async function accountOf(parts: ServiceAccountParts, attributes: Attributes, name: string): Promise<Account> {
  const key = `${attributes.namespace}/${name}`
  const find = () => parts.objects.find<ServiceAccount>('', 'serviceaccounts', key)
  if (find() === undefined && name === defaultAccount) {
    await awaitObject(parts.collection('', 'serviceaccounts'), key, { clock: parts.clock, patienceMs })
  }
  const account = find()
  if (account !== undefined) return account
  throw refuse(attributes, `error looking up service account ${key}: serviceaccount ${JSON.stringify(name)} not found`)
}
