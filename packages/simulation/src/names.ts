/** Names that the simulation stores in a cluster. They are those of Kubernetes' own controllers, whose place it takes. */

/** Why a namespace has certificates, for people. */
export const rootCertificatesAnnotation = 'kubernetes.io/description'
