/** The children of a website. Pure: the same site, theme and settings always yield the same children. */
import { createHash } from 'node:crypto'
import { ConfigMap, Deployment, Ingress, manifest, Service } from 'kubewright'
import { checksumAnnotation, fakeIngressClass, operatorName, skipWorkloadLabel } from './names.ts'
import { pageOf } from './page.ts'
import { pathOf, serverConfigOf, serverPort } from './server-config.ts'
import { serverNameOf } from './server-name.ts'
import type { HostingSettings } from './settings.ts'
import type { Theme } from './theme.ts'
import type { Website } from './website.ts'

/** Runs as a non-root user, on an unprivileged port. See decision 0211. */
export const serverImage = 'nginxinc/nginx-unprivileged:1.29-alpine'

/** Failure: throws an `Error` for a theme that contains more than a style. */
export function childrenOf(site: Website, theme: Theme, settings: HostingSettings) {
  const name = serverNameOf(site)
  const selector = { app: 'website', website: site.metadata.name, server: name }
  // The website's labels are passed on, so that selectors for the website also match its children. The operator's own labels
  // cannot be overridden.
  const labels = { ...passedOn(site.metadata.labels), ...selector, 'app.kubernetes.io/managed-by': operatorName }
  const metadata = { name, labels }
  const data = { 'index.html': pageOf(site, theme), 'nginx.conf': serverConfigOf(site) }
  return {
    configMap: manifest(ConfigMap, { metadata, data }),
    deployment: manifest(Deployment, { metadata, spec: deploymentSpec(site, selector, checksumOf(data)) }),
    service: manifest(Service, {
      metadata,
      spec: { type: 'ClusterIP', selector, ports: [{ name: 'http', port: serverPort, targetPort: 'http' }] },
    }),
    ingress: manifest(Ingress, {
      metadata: { ...metadata, annotations: settings.ingress.annotations },
      spec: ingressSpec(site, settings.ingress),
    }),
  }
}

/** All but the sharding labels: the sharder sets those on the children itself. */
function passedOn(labels: Website['metadata']['labels'] = {}) {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !/^(shard|drain)\.kubewright\.dev\//.test(key)))
}

/** Whether to create everything except the running webserver. */
export function skipsWorkload({ metadata: { labels } }: Pick<Website, 'metadata'>): boolean {
  return labels?.[skipWorkloadLabel] !== undefined
}

function checksumOf(data: Readonly<Record<string, string>>): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex')
}

function deploymentSpec(site: Website, selector: Readonly<Record<string, string>>, checksum: string) {
  const name = serverNameOf(site)
  return {
    replicas: skipsWorkload(site) ? 0 : 1,
    revisionHistoryLimit: 2,
    selector: { matchLabels: selector },
    template: {
      // A webserver reads its configuration once, so a change must replace its pods.
      metadata: { labels: selector, annotations: { [checksumAnnotation]: checksum } },
      spec: {
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' as const } },
        containers: [serverContainer],
        volumes: [
          { name: 'page', configMap: { name, items: [{ key: 'index.html', path: 'index.html' }] } },
          { name: 'config', configMap: { name, items: [{ key: 'nginx.conf', path: 'default.conf' }] } },
        ],
      },
    },
  }
}

const serverContainer = {
  name: 'nginx',
  image: serverImage,
  // The same as the server's default for this tag. Set explicitly, so that changes by other clients are reverted.
  imagePullPolicy: 'IfNotPresent' as const,
  ports: [{ name: 'http', containerPort: serverPort }],
  readinessProbe: { httpGet: { path: '/', port: 'http' }, periodSeconds: 2 },
  resources: { requests: { cpu: '5m', memory: '16Mi' }, limits: { memory: '64Mi' } },
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  volumeMounts: [
    { name: 'page', mountPath: '/usr/share/nginx/html', readOnly: true },
    { name: 'config', mountPath: '/etc/nginx/conf.d', readOnly: true },
  ],
}

function ingressSpec(site: Website, { className, hosts, tlsSecretName }: HostingSettings['ingress']) {
  const backend = { service: { name: serverNameOf(site), port: { name: 'http' } } }
  const http = { paths: [{ path: pathOf(site), pathType: 'Prefix' as const, backend }] }
  const servedBy = skipsWorkload(site) ? fakeIngressClass : className
  return {
    ...(servedBy === undefined ? {} : { ingressClassName: servedBy }),
    rules: hosts.length === 0 ? [{ http }] : hosts.map((host) => ({ host, http })),
    ...(tlsSecretName === undefined ? {} : { tls: [{ hosts, secretName: tlsSecretName }] }),
  }
}
