/** Secrets that a pod references, and whether its service account may use them. */
import type { Container, Pod, ServiceAccount, Volume } from '@kubewright/kubernetes/core/v1'
import type { Unvalidated } from '../../object/unvalidated.ts'

type AnyContainer = Unvalidated<Container>

/** Whether a pod references any secret, in any field. */
export function usesSecrets({ spec }: Unvalidated<Pod>): boolean {
  if ((spec?.imagePullSecrets ?? []).some(({ name }) => name)) return true
  const containers = [
    ...(spec?.initContainers ?? []),
    ...(spec?.containers ?? []),
    ...(spec?.ephemeralContainers ?? []),
  ] as readonly AnyContainer[]
  return containers.some((container) => secretsOf(container).length > 0) || (spec?.volumes ?? []).some(holdsSecret)
}

/** Paths of the secret name in the volume types that reference a secret. */
const secretPaths = [
  'azureFile.secretName',
  'cephfs.secretRef.name',
  'cinder.secretRef.name',
  'flexVolume.secretRef.name',
  'rbd.secretRef.name',
  'secret.secretName',
  'scaleIO.secretRef.name',
  'iscsi.secretRef.name',
  'storageos.secretRef.name',
  'csi.nodePublishSecretRef.name',
].map((path) => path.split('.'))

function holdsSecret(volume: Unvalidated<Volume>): boolean {
  const isNamed = secretPaths.some((path) => path.reduce<unknown>(fieldOf, volume))
  return isNamed || (volume.projected?.sources ?? []).some(({ secret }) => secret)
}

function fieldOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
}

interface Use {
  /** `envVar A`, or `envFrom`. */
  readonly by: string
  readonly secret: string
}

function secretsOf({ env, envFrom }: AnyContainer): readonly Use[] {
  return [
    ...(env ?? []).flatMap(({ name, valueFrom }) =>
      valueFrom?.secretKeyRef ? [{ by: `envVar ${name}`, secret: valueFrom.secretKeyRef.name ?? '' }] : [],
    ),
    ...(envFrom ?? []).flatMap(({ secretRef }) => (secretRef ? [{ by: 'envFrom', secret: secretRef.name ?? '' }] : [])),
  ]
}

/** The first reference to a secret that the service account does not list, in kube-apiserver's wording. */
export function foreignSecret(
  { spec }: Unvalidated<Pod>,
  account: Unvalidated<ServiceAccount>,
  isEphemeral: boolean,
): string | undefined {
  const listed = new Set((account.secrets ?? []).map(({ name }) => name))
  const owner = account.metadata?.name
  const tail = `is not allowed because service account ${owner} does not reference that secret`
  const inContainers = (containers: readonly AnyContainer[] | undefined, called: string) =>
    (containers ?? [])
      .flatMap((one) => secretsOf(one).map((use) => ({ ...use, container: one.name })))
      .filter(({ secret }) => !listed.has(secret))
      .map(({ container, by, secret }) => {
        return `${called} ${container} with ${by} referencing secret.secretName="${secret}" ${tail}`
      })
  if (isEphemeral) {
    return inContainers(spec?.ephemeralContainers as readonly AnyContainer[] | undefined, 'ephemeral container')[0]
  }
  const volumes = (spec?.volumes ?? []).flatMap(({ secret }) => (secret ? [secret.secretName ?? ''] : []))
  const foreign = volumes.filter((name) => !listed.has(name))
  return [
    ...foreign.map((name) => `volume with secret.secretName="${name}" ${tail}`),
    ...inContainers(spec?.initContainers, 'init container'),
    ...inContainers(spec?.containers, 'container'),
    ...foreignPulls(spec, account),
  ][0]
}

function foreignPulls(spec: Unvalidated<Pod>['spec'], account: Unvalidated<ServiceAccount>): readonly string[] {
  const listed = new Set((account.imagePullSecrets ?? []).map(({ name }) => name))
  return (spec?.imagePullSecrets ?? []).flatMap(({ name }, at) =>
    listed.has(name)
      ? []
      : [
          `imagePullSecrets[${at}].name="${name}" is not allowed because service account ${account.metadata?.name} does not reference that imagePullSecret`,
        ],
  )
}
