/** The additions to a monitored pod. Pure. */
import type { EnvVar } from '@kubewright/kubernetes/core/v1'
import { literalText, type PodAdditions, type Sidecar } from '@kubewright/sidecar'
import { Monitoring } from './monitoring.ts'
import { configDirectory, configMapOf, configVolume, monitoringLabel, telegrafContainer } from './names.ts'
import { labelVariable } from './telegraf-config.ts'

/** Telegraf as a sidecar. */
export function telegrafSidecar(image: string): Sidecar<Monitoring> {
  return {
    for: Monitoring,
    label: monitoringLabel,
    container: telegrafContainer,
    additions: (_pod, monitoring) => telegrafAdditions(monitoring, image),
    // The rest is in the ConfigMap, which Telegraf reloads when it changes.
    shapedBy: (monitoring) => telegrafAdditions(monitoring, image),
  }
}

export function telegrafAdditions({ metadata, spec }: Monitoring, image: string): PodAdditions {
  const { secretName, labelTags, sink, envFrom } = spec
  const ofPod = (name: string, fieldPath: string): EnvVar => ({ name, valueFrom: { fieldRef: { fieldPath } } })
  const secrets = [secretName, sink.secretName].filter((name) => name !== undefined)
  return {
    container: {
      name: telegrafContainer,
      image,
      args: ['--config', `${configDirectory}/telegraf.conf`, '--watch-config', 'poll'],
      env: [
        ofPod('POD_NAME', 'metadata.name'),
        ofPod('POD_IP', 'status.podIP'),
        { name: 'INFLUX_URL', value: literalText(sink.url) },
        ...labelTags.map((label, place) => ofPod(labelVariable(place), `metadata.labels['${label}']`)),
      ],
      // The credentials of the sink come last, so that nothing else replaces them.
      envFrom: [...envFrom, ...secrets.map((name) => ({ secretRef: { name } }))],
      volumeMounts: [{ name: configVolume, mountPath: configDirectory, readOnly: true }],
    },
    volumes: [{ name: configVolume, configMap: { name: configMapOf(metadata.name) } }],
  }
}
