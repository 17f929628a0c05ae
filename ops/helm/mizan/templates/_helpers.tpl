{{- define "mizan.name" -}}
{{- printf "%s" .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "mizan.selector" -}}
app.kubernetes.io/name: mizan
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "mizan.labels" -}}
{{ include "mizan.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "mizan.claim" -}}
{{- default (include "mizan.name" .) .Values.persistence.existingClaim -}}
{{- end -}}
