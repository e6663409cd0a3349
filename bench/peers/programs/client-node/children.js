/** The four owned objects of a Website, and how they are compared. Pure. */

export function hostOf(site) {
  return site.spec.domain ?? `${site.metadata.name}.example.com`
}

export function configMapOf(site) {
  const { name } = site.metadata
  const data = { 'index.html': `<h1>${name}</h1>`, revision: String(site.spec.revision ?? 0) }
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadataOf(site), data }
}

export function deploymentOf(site) {
  const { image, replicas } = site.spec
  const container = { name: 'site', image, ports: [{ containerPort: 8080 }] }
  const template = { metadata: { labels: labelsOf(site) }, spec: { containers: [container] } }
  const spec = { replicas, selector: { matchLabels: labelsOf(site) }, template }
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: metadataOf(site), spec }
}

export function serviceOf(site) {
  const spec = { selector: labelsOf(site), ports: [{ port: 80, targetPort: 8080 }] }
  return { apiVersion: 'v1', kind: 'Service', metadata: metadataOf(site), spec }
}

export function ingressOf(site) {
  const service = { name: site.metadata.name, port: { number: 80 } }
  const path = { path: '/', pathType: 'Prefix', backend: { service } }
  const spec = { rules: [{ host: hostOf(site), http: { paths: [path] } }] }
  return { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: metadataOf(site), spec }
}

/** Whether `observed` has everything that is wanted. The server's defaults may stand beside it. */
export function covers(observed, wanted) {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(observed) &&
      observed.length === wanted.length &&
      wanted.every((item, index) => covers(observed[index], item))
    )
  }
  if (typeof wanted !== 'object' || wanted === null) return observed === wanted
  if (typeof observed !== 'object' || observed === null) return false
  return Object.entries(wanted).every(([key, value]) => covers(observed[key], value))
}

function labelsOf(site) {
  return { app: site.metadata.name }
}

function metadataOf({ apiVersion, kind, metadata: { name, namespace, uid } }) {
  const owner = { apiVersion, kind, name, uid, controller: true }
  return { name, namespace, labels: { app: name }, ownerReferences: [owner] }
}
