// What the kinds of `require_approval_for` mean: first words of commands, as the approval list has them.

import type { ConfigFile } from '../../model/documents/config.ts';
import { KINDS_THAT_WAIT } from '../../model/settings.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { fromEach } from '../reader/unread.ts';
import { valueAt, type WrongValue } from './one-name.ts';

/** `npx`, `sudo` and the like before them are looked through (kernel/requests/approval-list.ts). */
const BUILT_IN: Readonly<Record<string, readonly string[]>> = {
  database_migration: [
    'prisma migrate',
    'prisma db push',
    'knex migrate',
    'sequelize db:migrate',
    'typeorm migration:run',
    'drizzle-kit push',
    'drizzle-kit migrate',
    'alembic upgrade',
    'alembic downgrade',
    'flask db upgrade',
    'python manage.py migrate',
    'python3 manage.py migrate',
    'rails db:migrate',
    'rake db:migrate',
    'flyway migrate',
    'liquibase update',
    'goose up',
    'npm run migrate',
  ],
  production_deploy: [
    'kubectl apply',
    'kubectl rollout',
    'kubectl set',
    'helm install',
    'helm upgrade',
    'terraform apply',
    'tofu apply',
    'pulumi up',
    'cdk deploy',
    'serverless deploy',
    'sls deploy',
    'sam deploy',
    'vercel deploy',
    'vercel --prod',
    'netlify deploy',
    'wrangler deploy',
    'firebase deploy',
    'fly deploy',
    'flyctl deploy',
    'gcloud app deploy',
    'gcloud run deploy',
    'docker push',
    'npm run deploy',
  ],
  delete_resources: [
    'kubectl delete',
    'helm uninstall',
    'terraform destroy',
    'tofu destroy',
    'pulumi destroy',
    'cdk destroy',
    'serverless remove',
    'sls remove',
    'aws s3 rm',
    'aws s3 rb',
    'gsutil rm',
    'docker volume rm',
    'docker system prune',
    'dropdb',
  ],
};

type Kinds = Readonly<Record<string, readonly string[]>>;

/** Of both files: each adds to what a kind means, and to the kinds that wait. */
export function approvalOfKinds(files: readonly ConfigFile[]): string[] {
  const kinds = kindsOf(files);
  return wantedKinds(files).flatMap((kind) => kinds[kind] ?? []);
}

export function wantedKinds(files: readonly ConfigFile[]): string[] {
  return [...new Set(files.flatMap(wantedBy))];
}

/** Kinds of `file` that nothing is said of, in any of the files. */
export function unknownKinds(file: ConfigFile, files: readonly ConfigFile[]): WrongValue[] {
  const kinds = kindsOf(files);
  return fromEach(wantedBy(file), (kind, i): WrongValue[] => {
    if (Object.hasOwn(kinds, kind)) return [];
    const path = [...KINDS_THAT_WAIT.split('.'), i];
    const message = `No command is known for "${kind}".`;
    const hint =
      didYouMean(kind, Object.keys(kinds)) ??
      `Say which: approval_kinds: { ${kind}: [first words of a command] }`;
    return [{ path, at: 'value', message, hint }];
  });
}

function wantedBy(file: ConfigFile): readonly string[] {
  return (valueAt(file, KINDS_THAT_WAIT) ?? []) as readonly string[];
}

function kindsOf(files: readonly ConfigFile[]): Kinds {
  const all = new Map(Object.entries(BUILT_IN));
  for (const { approval_kinds = {} } of files) {
    for (const [kind, words] of Object.entries(approval_kinds)) {
      all.set(kind, [...(all.get(kind) ?? []), ...words]);
    }
  }
  return Object.fromEntries(all);
}
