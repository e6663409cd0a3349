/** The roles and bindings of kube-apiserver 1.36.4, made by tools/bootstrap-rbac. Do not edit. */
export const bootstrapText = `
clusterrole admin gathers admin
clusterrole cluster-admin
  * * *
  * *
clusterrole edit for admin gathers edit
clusterrole system:aggregate-to-admin for admin
  create authorization.k8s.io localsubjectaccessreviews
  create,delete,deletecollection,get,list,patch,update,watch rbac.authorization.k8s.io rolebindings,roles
clusterrole system:aggregate-to-edit for edit
  get,list,watch "" pods/attach,pods/exec,pods/portforward,pods/proxy,secrets,services/proxy
  impersonate "" serviceaccounts
  create,delete,deletecollection,patch,update "" pods,pods/attach,pods/exec,pods/portforward,pods/proxy
  create "" pods/eviction
  create,delete,deletecollection,patch,update "" configmaps,persistentvolumeclaims,replicationcontrollers,replicationcontrollers/scale,secrets,serviceaccounts,services,services/proxy
  create "" serviceaccounts/token
  create,delete,deletecollection,patch,update "",events.k8s.io events
  create,delete,deletecollection,patch,update apps daemonsets,deployments,deployments/rollback,deployments/scale,replicasets,replicasets/scale,statefulsets,statefulsets/scale
  create,delete,deletecollection,patch,update autoscaling horizontalpodautoscalers
  create,delete,deletecollection,patch,update batch cronjobs,jobs
  create,delete,deletecollection,patch,update extensions daemonsets,deployments,deployments/rollback,deployments/scale,ingresses,networkpolicies,replicasets,replicasets/scale,replicationcontrollers/scale
  create,delete,deletecollection,patch,update policy poddisruptionbudgets
  create,delete,deletecollection,patch,update networking.k8s.io ingresses,networkpolicies
  create,delete,deletecollection,get,list,patch,update,watch coordination.k8s.io leases
  create,delete,deletecollection,patch,update resource.k8s.io resourceclaims,resourceclaimtemplates
clusterrole system:aggregate-to-view for view
  get,list,watch "" configmaps,endpoints,persistentvolumeclaims,persistentvolumeclaims/status,pods,replicationcontrollers,replicationcontrollers/scale,serviceaccounts,services,services/status
  get,list,watch "" bindings,limitranges,namespaces/status,pods/log,pods/status,replicationcontrollers/status,resourcequotas,resourcequotas/status
  get,list,watch "" namespaces
  get,list,watch "",events.k8s.io events
  get,list,watch discovery.k8s.io endpointslices
  get,list,watch apps controllerrevisions,daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,replicasets,replicasets/scale,replicasets/status,statefulsets,statefulsets/scale,statefulsets/status
  get,list,watch autoscaling horizontalpodautoscalers,horizontalpodautoscalers/status
  get,list,watch batch cronjobs,cronjobs/status,jobs,jobs/status
  get,list,watch extensions daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,ingresses,ingresses/status,networkpolicies,replicasets,replicasets/scale,replicasets/status,replicationcontrollers/scale
  get,list,watch policy poddisruptionbudgets,poddisruptionbudgets/status
  get,list,watch networking.k8s.io ingresses,ingresses/status,networkpolicies
  get,list,watch resource.k8s.io resourceclaims,resourceclaims/status,resourceclaimtemplates
clusterrole system:auth-delegator
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
clusterrole system:basic-user
  create authorization.k8s.io selfsubjectaccessreviews,selfsubjectrulesreviews
  create authentication.k8s.io selfsubjectreviews
clusterrole system:certificates.k8s.io:certificatesigningrequests:nodeclient
  create certificates.k8s.io certificatesigningrequests/nodeclient
clusterrole system:certificates.k8s.io:certificatesigningrequests:selfnodeclient
  create certificates.k8s.io certificatesigningrequests/selfnodeclient
clusterrole system:certificates.k8s.io:kube-apiserver-client-approver
  approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client
clusterrole system:certificates.k8s.io:kube-apiserver-client-kubelet-approver
  approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet
clusterrole system:certificates.k8s.io:kubelet-serving-approver
  approve certificates.k8s.io signers kubernetes.io/kubelet-serving
clusterrole system:certificates.k8s.io:legacy-unknown-approver
  approve certificates.k8s.io signers kubernetes.io/legacy-unknown
clusterrole system:controller:attachdetach-controller
  list,watch "" persistentvolumeclaims,persistentvolumes
  get,list,watch "" nodes
  patch,update "" nodes/status
  list,watch "" pods
  create,patch,update "",events.k8s.io events
  create,delete,get,list,watch storage.k8s.io volumeattachments
  get,list,watch storage.k8s.io csidrivers
  get,list,watch storage.k8s.io csinodes
clusterrole system:controller:certificate-controller
  delete,get,list,watch certificates.k8s.io certificatesigningrequests
  update certificates.k8s.io certificatesigningrequests/approval,certificatesigningrequests/status
  approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet
  sign certificates.k8s.io signers kubernetes.io/kube-apiserver-client,kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving,kubernetes.io/legacy-unknown
  create authorization.k8s.io subjectaccessreviews
  create,patch,update "",events.k8s.io events
clusterrole system:controller:clusterrole-aggregation-controller
  escalate,get,list,patch,update,watch rbac.authorization.k8s.io clusterroles
clusterrole system:controller:cronjob-controller
  get,list,update,watch batch cronjobs
  create,delete,get,list,patch,update,watch batch jobs
  update batch cronjobs/status
  update batch cronjobs/finalizers
  delete,list,watch "" pods
  create,patch,update "",events.k8s.io events
clusterrole system:controller:daemon-set-controller
  get,list,watch apps,extensions daemonsets
  update apps,extensions daemonsets/status
  update apps,extensions daemonsets/finalizers
  list,watch "" nodes
  create,delete,list,patch,watch "" pods
  create "" pods/binding
  create,delete,get,list,patch,update,watch apps controllerrevisions
  create,patch,update "",events.k8s.io events
clusterrole system:controller:deployment-controller
  get,list,update,watch apps,extensions deployments
  update apps,extensions deployments/status
  update apps,extensions deployments/finalizers
  create,delete,get,list,patch,update,watch apps,extensions replicasets
  get,list,update,watch "" pods
  create,patch,update "",events.k8s.io events
clusterrole system:controller:device-taint-eviction-controller
  delete,get,list,watch "" pods
  patch,update "" pods/status
  get,list,watch resource.k8s.io resourceclaims
  get,list,watch resource.k8s.io resourceslices
  get,list,watch resource.k8s.io deviceclasses
  create,patch,update "",events.k8s.io events
clusterrole system:controller:disruption-controller
  get,list,watch apps,extensions deployments
  get,list,watch apps,extensions replicasets
  get,list,watch "" replicationcontrollers
  get,list,watch policy poddisruptionbudgets
  get,list,watch apps statefulsets
  update policy poddisruptionbudgets/status
  patch,update "" pods/status
  get * */scale
  create,patch,update "",events.k8s.io events
clusterrole system:controller:endpoint-controller
  get,list,watch "" pods,services
  create,delete,get,list,update,watch "" endpoints
  create "" endpoints/restricted
  create,patch,update "",events.k8s.io events
clusterrole system:controller:endpointslice-controller
  get,list,watch "" nodes,pods,services
  update "" services/finalizers
  create,delete,get,list,update,watch discovery.k8s.io endpointslices
  create,patch,update "",events.k8s.io events
clusterrole system:controller:endpointslicemirroring-controller
  get,list,watch "" endpoints,services
  update "" services/finalizers
  update "" endpoints/finalizers
  create,delete,get,list,update,watch discovery.k8s.io endpointslices
  create,patch,update "",events.k8s.io events
clusterrole system:controller:ephemeral-volume-controller
  get,list,watch "" pods
  update "" pods/finalizers
  create,get,list,watch "" persistentvolumeclaims
  create,patch,update "",events.k8s.io events
clusterrole system:controller:expand-controller
  get,list,patch,update,watch "" persistentvolumes
  patch,update "" persistentvolumeclaims/status
  get,list,watch "" persistentvolumeclaims
  create,patch,update "",events.k8s.io events
clusterrole system:controller:generic-garbage-collector
  delete,get,list,patch,update,watch * *
  create,patch,update "",events.k8s.io events
clusterrole system:controller:horizontal-pod-autoscaler
  get,list,watch autoscaling horizontalpodautoscalers
  update autoscaling horizontalpodautoscalers/status
  get,update * */scale
  list,watch "" pods
  list,watch metrics.k8s.io pods
  get,list,watch custom.metrics.k8s.io *
  get,list,watch external.metrics.k8s.io *
  create,patch,update "",events.k8s.io events
clusterrole system:controller:job-controller
  get,list,patch,update,watch batch jobs
  update batch jobs/status
  update batch jobs/finalizers
  create,delete,list,patch,watch "" pods
  create,patch,update "",events.k8s.io events
clusterrole system:controller:legacy-service-account-token-cleaner
  get "" configmaps kube-apiserver-legacy-service-account-token-tracking
  delete,patch "" secrets
clusterrole system:controller:namespace-controller
  delete,get,list,watch "" namespaces
  update "" namespaces/finalize,namespaces/status
  delete,deletecollection,get,list,watch * *
clusterrole system:controller:node-controller
  delete,get,list,patch,update,watch "" nodes
  patch,update "" nodes/status
  patch,update "" pods/status
  delete,get,list,watch "" pods
  create,patch,update "",events.k8s.io events
clusterrole system:controller:persistent-volume-binder
  create,delete,get,list,update,watch "" persistentvolumes
  update "" persistentvolumes/status
  get,list,update,watch "" persistentvolumeclaims
  update "" persistentvolumeclaims/status
  create,delete,get,list,watch "" pods
  get,list,watch storage.k8s.io storageclasses
  list,watch "" nodes
  create,patch,update "",events.k8s.io events
  watch "" events
clusterrole system:controller:pod-garbage-collector
  delete,list,watch "" pods
  get,list,watch "" nodes
  patch "" pods/status
clusterrole system:controller:pv-protection-controller
  get,list,update,watch "" persistentvolumes
  create,patch,update "",events.k8s.io events
clusterrole system:controller:pvc-protection-controller
  get,list,update,watch "" persistentvolumeclaims
  update "" persistentvolumeclaims/status
  get,list,watch "" pods
  create,patch,update "",events.k8s.io events
clusterrole system:controller:replicaset-controller
  get,list,update,watch apps,extensions replicasets
  update apps,extensions replicasets/status
  update apps,extensions replicasets/finalizers
  create,delete,list,patch,watch "" pods
  create,patch,update "",events.k8s.io events
clusterrole system:controller:replication-controller
  get,list,update,watch "" replicationcontrollers
  update "" replicationcontrollers/status
  update "" replicationcontrollers/finalizers
  create,delete,list,patch,watch "" pods
  create,patch,update "",events.k8s.io events
clusterrole system:controller:resource-claim-controller
  get,list,watch "" pods
  update "" pods/finalizers
  create,delete,get,list,watch resource.k8s.io resourceclaims
  patch,update resource.k8s.io resourceclaims,resourceclaims/status
  patch,update "" pods/status
  create,patch,update "",events.k8s.io events
  patch,update resource.k8s.io resourceclaims/binding
clusterrole system:controller:resourcequota-controller
  list,watch * *
  update "" resourcequotas/status
  create,patch,update "",events.k8s.io events
clusterrole system:controller:root-ca-cert-publisher
  create,update "" configmaps
  create,patch,update "",events.k8s.io events
clusterrole system:controller:route-controller
  list,watch "" nodes
  patch "" nodes/status
  create,patch,update "",events.k8s.io events
clusterrole system:controller:selinux-warning-controller
  create,patch,update "",events.k8s.io events
  get,list,watch "" persistentvolumes
  get,list,watch "" persistentvolumeclaims
  get,list,watch "" pods
  get,list,watch storage.k8s.io csidrivers
clusterrole system:controller:service-account-controller
  create "" serviceaccounts
  create,patch,update "",events.k8s.io events
clusterrole system:controller:service-cidrs-controller
  get,list,patch,update,watch networking.k8s.io servicecidrs
  patch,update networking.k8s.io servicecidrs/finalizers
  patch,update networking.k8s.io servicecidrs/status
  get,list,watch networking.k8s.io ipaddresses
  create,patch,update "",events.k8s.io events
clusterrole system:controller:service-controller
  get,list,watch "" services
  patch,update "" services/status
  list,watch "" nodes
  create,patch,update "",events.k8s.io events
clusterrole system:controller:statefulset-controller
  list,watch "" pods
  get,list,watch apps statefulsets
  update apps statefulsets/status
  update apps statefulsets/finalizers
  create,delete,get,patch,update "" pods
  create,delete,get,list,patch,update,watch apps controllerrevisions
  create,get,list,watch "" persistentvolumeclaims
  delete,update "" persistentvolumeclaims
  update "" pods/finalizers
  create,patch,update "",events.k8s.io events
clusterrole system:controller:ttl-after-finished-controller
  delete,get,list,watch batch jobs
  create,patch,update "",events.k8s.io events
clusterrole system:controller:ttl-controller
  list,patch,update,watch "" nodes
  create,patch,update "",events.k8s.io events
clusterrole system:controller:validatingadmissionpolicy-status-controller
  get,list,watch admissionregistration.k8s.io validatingadmissionpolicies
  get,patch,update admissionregistration.k8s.io validatingadmissionpolicies/status
  create,patch,update "",events.k8s.io events
clusterrole system:controller:volumeattributesclass-protection-controller
  get,list,watch "" persistentvolumeclaims
  get,list,watch "" persistentvolumes
  get,list,update,watch storage.k8s.io volumeattributesclasses
  create,patch,update "",events.k8s.io events
clusterrole system:discovery
  get /api,/api/*,/apis,/apis/*,/healthz,/livez,/openapi,/openapi/*,/readyz,/version,/version/
clusterrole system:heapster
  get,list,watch "" events,namespaces,nodes,pods
  get,list,watch extensions deployments
clusterrole system:kube-aggregator
  get,list,watch "" endpoints,services
clusterrole system:kube-controller-manager
  create,patch,update "",events.k8s.io events
  create coordination.k8s.io leases
  get,update coordination.k8s.io leases kube-controller-manager
  create "" secrets,serviceaccounts
  delete "" secrets
  get "" configmaps,namespaces,secrets,serviceaccounts
  update "" secrets,serviceaccounts
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
  list,watch * *
  create "" serviceaccounts/token
clusterrole system:kube-dns
  list,watch "" endpoints,services
clusterrole system:kube-scheduler
  create,patch,update "",events.k8s.io events
  create coordination.k8s.io leases
  get,list,update,watch coordination.k8s.io leases kube-scheduler
  create,delete,deletecollection,get,list,patch,update,watch coordination.k8s.io leasecandidates
  get,list,watch "" nodes
  delete,get,list,watch "" pods
  create "" bindings,pods/binding
  patch,update "" pods/status
  get,list,watch "" replicationcontrollers,services
  get,list,watch apps,extensions replicasets
  get,list,watch apps statefulsets
  get,list,watch policy poddisruptionbudgets
  get,list,watch "" persistentvolumeclaims,persistentvolumes
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
  get,list,watch storage.k8s.io csinodes
  get,list,watch storage.k8s.io volumeattachments
  get,list,watch "" namespaces
  get,list,watch storage.k8s.io csidrivers
  get,list,watch storage.k8s.io csistoragecapacities
  get,list,watch resource.k8s.io deviceclasses
  get,list,patch,update,watch resource.k8s.io resourceclaims
  get,list,patch,update,watch resource.k8s.io resourceclaims/status
  update "" pods/finalizers
  get,list,watch resource.k8s.io resourceslices
  create,delete resource.k8s.io resourceclaims
  patch,update resource.k8s.io resourceclaims/binding
clusterrole system:kubelet-api-admin
  get,list,watch "" nodes
  proxy "" nodes
  * "" nodes/log,nodes/metrics,nodes/proxy,nodes/stats
  * "" nodes/configz,nodes/healthz,nodes/pods
clusterrole system:monitoring
  get /flagz,/healthz,/healthz/*,/livez,/livez/*,/metrics,/metrics/slis,/readyz,/readyz/*,/statusz
  get "" nodes/metrics
clusterrole system:node
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io localsubjectaccessreviews,subjectaccessreviews
  get,list,watch "" services
  create,get,list,watch "" nodes
  patch,update "" nodes/status
  patch,update "" nodes
  create,patch,update "",events.k8s.io events
  get,list,watch "" pods
  create,delete "" pods
  patch,update "" pods/status
  create "" pods/eviction
  get,list,watch "" configmaps,secrets
  get "" persistentvolumeclaims,persistentvolumes
  get "" endpoints
  create,get,list,watch certificates.k8s.io certificatesigningrequests
  create,delete,get,patch,update coordination.k8s.io leases
  get storage.k8s.io volumeattachments
  create "" serviceaccounts/token
  get,patch,update "" persistentvolumeclaims/status
  get,list,watch storage.k8s.io csidrivers
  create,delete,get,patch,update storage.k8s.io csinodes
  get,list,watch node.k8s.io runtimeclasses
  get resource.k8s.io resourceclaims
  deletecollection resource.k8s.io resourceslices
  get "" serviceaccounts
clusterrole system:node-bootstrapper
  create,get,list,watch certificates.k8s.io certificatesigningrequests
clusterrole system:node-problem-detector
  get "" nodes
  patch "" nodes/status
  create,patch,update "",events.k8s.io events
clusterrole system:node-proxier
  list,watch "" endpoints,services
  get,list,watch "" nodes
  create,patch,update "",events.k8s.io events
  list,watch networking.k8s.io servicecidrs
  list,watch discovery.k8s.io endpointslices
clusterrole system:persistent-volume-provisioner
  create,delete,get,list,watch "" persistentvolumes
  get,list,update,watch "" persistentvolumeclaims
  get,list,watch storage.k8s.io storageclasses
  watch "" events
  create,patch,update "",events.k8s.io events
clusterrole system:public-info-viewer
  get /healthz,/livez,/readyz,/version,/version/
clusterrole system:service-account-issuer-discovery
  get /.well-known/openid-configuration,/.well-known/openid-configuration/,/openid/v1/jwks,/openid/v1/jwks/
clusterrole system:volume-scheduler
  get,list,patch,update,watch "" persistentvolumes
  get,list,watch storage.k8s.io storageclasses
  get,list,patch,update,watch "" persistentvolumeclaims
clusterrole view for edit gathers view
clusterrolebinding cluster-admin to ClusterRole cluster-admin
  Group system:masters
clusterrolebinding system:basic-user to ClusterRole system:basic-user
  Group system:authenticated
clusterrolebinding system:controller:attachdetach-controller to ClusterRole system:controller:attachdetach-controller
  ServiceAccount kube-system/attachdetach-controller
clusterrolebinding system:controller:certificate-controller to ClusterRole system:controller:certificate-controller
  ServiceAccount kube-system/certificate-controller
clusterrolebinding system:controller:clusterrole-aggregation-controller to ClusterRole system:controller:clusterrole-aggregation-controller
  ServiceAccount kube-system/clusterrole-aggregation-controller
clusterrolebinding system:controller:cronjob-controller to ClusterRole system:controller:cronjob-controller
  ServiceAccount kube-system/cronjob-controller
clusterrolebinding system:controller:daemon-set-controller to ClusterRole system:controller:daemon-set-controller
  ServiceAccount kube-system/daemon-set-controller
clusterrolebinding system:controller:deployment-controller to ClusterRole system:controller:deployment-controller
  ServiceAccount kube-system/deployment-controller
clusterrolebinding system:controller:device-taint-eviction-controller to ClusterRole system:controller:device-taint-eviction-controller
  ServiceAccount kube-system/device-taint-eviction-controller
clusterrolebinding system:controller:disruption-controller to ClusterRole system:controller:disruption-controller
  ServiceAccount kube-system/disruption-controller
clusterrolebinding system:controller:endpoint-controller to ClusterRole system:controller:endpoint-controller
  ServiceAccount kube-system/endpoint-controller
clusterrolebinding system:controller:endpointslice-controller to ClusterRole system:controller:endpointslice-controller
  ServiceAccount kube-system/endpointslice-controller
clusterrolebinding system:controller:endpointslicemirroring-controller to ClusterRole system:controller:endpointslicemirroring-controller
  ServiceAccount kube-system/endpointslicemirroring-controller
clusterrolebinding system:controller:ephemeral-volume-controller to ClusterRole system:controller:ephemeral-volume-controller
  ServiceAccount kube-system/ephemeral-volume-controller
clusterrolebinding system:controller:expand-controller to ClusterRole system:controller:expand-controller
  ServiceAccount kube-system/expand-controller
clusterrolebinding system:controller:generic-garbage-collector to ClusterRole system:controller:generic-garbage-collector
  ServiceAccount kube-system/generic-garbage-collector
clusterrolebinding system:controller:horizontal-pod-autoscaler to ClusterRole system:controller:horizontal-pod-autoscaler
  ServiceAccount kube-system/horizontal-pod-autoscaler
clusterrolebinding system:controller:job-controller to ClusterRole system:controller:job-controller
  ServiceAccount kube-system/job-controller
clusterrolebinding system:controller:legacy-service-account-token-cleaner to ClusterRole system:controller:legacy-service-account-token-cleaner
  ServiceAccount kube-system/legacy-service-account-token-cleaner
clusterrolebinding system:controller:namespace-controller to ClusterRole system:controller:namespace-controller
  ServiceAccount kube-system/namespace-controller
clusterrolebinding system:controller:node-controller to ClusterRole system:controller:node-controller
  ServiceAccount kube-system/node-controller
clusterrolebinding system:controller:persistent-volume-binder to ClusterRole system:controller:persistent-volume-binder
  ServiceAccount kube-system/persistent-volume-binder
clusterrolebinding system:controller:pod-garbage-collector to ClusterRole system:controller:pod-garbage-collector
  ServiceAccount kube-system/pod-garbage-collector
clusterrolebinding system:controller:pv-protection-controller to ClusterRole system:controller:pv-protection-controller
  ServiceAccount kube-system/pv-protection-controller
clusterrolebinding system:controller:pvc-protection-controller to ClusterRole system:controller:pvc-protection-controller
  ServiceAccount kube-system/pvc-protection-controller
clusterrolebinding system:controller:replicaset-controller to ClusterRole system:controller:replicaset-controller
  ServiceAccount kube-system/replicaset-controller
clusterrolebinding system:controller:replication-controller to ClusterRole system:controller:replication-controller
  ServiceAccount kube-system/replication-controller
clusterrolebinding system:controller:resource-claim-controller to ClusterRole system:controller:resource-claim-controller
  ServiceAccount kube-system/resource-claim-controller
clusterrolebinding system:controller:resourcequota-controller to ClusterRole system:controller:resourcequota-controller
  ServiceAccount kube-system/resourcequota-controller
clusterrolebinding system:controller:root-ca-cert-publisher to ClusterRole system:controller:root-ca-cert-publisher
  ServiceAccount kube-system/root-ca-cert-publisher
clusterrolebinding system:controller:route-controller to ClusterRole system:controller:route-controller
  ServiceAccount kube-system/route-controller
clusterrolebinding system:controller:selinux-warning-controller to ClusterRole system:controller:selinux-warning-controller
  ServiceAccount kube-system/selinux-warning-controller
clusterrolebinding system:controller:service-account-controller to ClusterRole system:controller:service-account-controller
  ServiceAccount kube-system/service-account-controller
clusterrolebinding system:controller:service-cidrs-controller to ClusterRole system:controller:service-cidrs-controller
  ServiceAccount kube-system/service-cidrs-controller
clusterrolebinding system:controller:service-controller to ClusterRole system:controller:service-controller
  ServiceAccount kube-system/service-controller
clusterrolebinding system:controller:statefulset-controller to ClusterRole system:controller:statefulset-controller
  ServiceAccount kube-system/statefulset-controller
clusterrolebinding system:controller:ttl-after-finished-controller to ClusterRole system:controller:ttl-after-finished-controller
  ServiceAccount kube-system/ttl-after-finished-controller
clusterrolebinding system:controller:ttl-controller to ClusterRole system:controller:ttl-controller
  ServiceAccount kube-system/ttl-controller
clusterrolebinding system:controller:validatingadmissionpolicy-status-controller to ClusterRole system:controller:validatingadmissionpolicy-status-controller
  ServiceAccount kube-system/validatingadmissionpolicy-status-controller
clusterrolebinding system:controller:volumeattributesclass-protection-controller to ClusterRole system:controller:volumeattributesclass-protection-controller
  ServiceAccount kube-system/volumeattributesclass-protection-controller
clusterrolebinding system:discovery to ClusterRole system:discovery
  Group system:authenticated
clusterrolebinding system:kube-controller-manager to ClusterRole system:kube-controller-manager
  User system:kube-controller-manager
clusterrolebinding system:kube-dns to ClusterRole system:kube-dns
  ServiceAccount kube-system/kube-dns
clusterrolebinding system:kube-scheduler to ClusterRole system:kube-scheduler
  User system:kube-scheduler
clusterrolebinding system:monitoring to ClusterRole system:monitoring
  Group system:monitoring
clusterrolebinding system:node to ClusterRole system:node
clusterrolebinding system:node-proxier to ClusterRole system:node-proxier
  User system:kube-proxy
clusterrolebinding system:public-info-viewer to ClusterRole system:public-info-viewer
  Group system:authenticated
  Group system:unauthenticated
clusterrolebinding system:service-account-issuer-discovery to ClusterRole system:service-account-issuer-discovery
  Group system:serviceaccounts
clusterrolebinding system:volume-scheduler to ClusterRole system:volume-scheduler
  User system:kube-scheduler
role kube-public/system:controller:bootstrap-signer
  get,list,watch "" configmaps
  update "" configmaps cluster-info
  create,patch,update "",events.k8s.io events
role kube-system/extension-apiserver-authentication-reader
  get,list,watch "" configmaps extension-apiserver-authentication
role kube-system/system::leader-locking-kube-controller-manager
  create,get,list,update,watch coordination.k8s.io leases
  create,get,list,update,watch coordination.k8s.io leasecandidates
role kube-system/system::leader-locking-kube-scheduler
  create,get,list,update,watch coordination.k8s.io leases
  create,get,list,update,watch coordination.k8s.io leasecandidates
role kube-system/system:controller:bootstrap-signer
  get,list,watch "" secrets
role kube-system/system:controller:cloud-provider
  create,get,list,watch "" configmaps
role kube-system/system:controller:token-cleaner
  delete,get,list,watch "" secrets
  create,patch,update "",events.k8s.io events
rolebinding kube-public/system:controller:bootstrap-signer to Role system:controller:bootstrap-signer
  ServiceAccount kube-system/bootstrap-signer
rolebinding kube-system/system::extension-apiserver-authentication-reader to Role extension-apiserver-authentication-reader
  User system:kube-controller-manager
  User system:kube-scheduler
rolebinding kube-system/system::leader-locking-kube-controller-manager to Role system::leader-locking-kube-controller-manager
  User system:kube-controller-manager
  ServiceAccount kube-system/kube-controller-manager
  ServiceAccount kube-system/leader-election-controller
rolebinding kube-system/system::leader-locking-kube-scheduler to Role system::leader-locking-kube-scheduler
  User system:kube-scheduler
  ServiceAccount kube-system/kube-scheduler
rolebinding kube-system/system:controller:bootstrap-signer to Role system:controller:bootstrap-signer
  ServiceAccount kube-system/bootstrap-signer
rolebinding kube-system/system:controller:cloud-provider to Role system:controller:cloud-provider
  ServiceAccount kube-system/cloud-provider
rolebinding kube-system/system:controller:token-cleaner to Role system:controller:token-cleaner
  ServiceAccount kube-system/token-cleaner
`
