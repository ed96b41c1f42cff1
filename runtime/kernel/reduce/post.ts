import type { PostFact } from '../../model/facts/post.ts';
import type { Post, Published } from '../../model/state/published.ts';
import type { State } from '../../model/state/state.ts';
import type { Meanings } from './meaning.ts';

/** Goals of which it is known; of older ones the log is asked. */
const KEPT = 256;

export const POST_MEANINGS: Meanings<PostFact> = {
  'branch.made': {
    apply: (state, { goal_id, payload }) => {
      publishedOf(state, goal_id).branch = payload;
    },
  },
  'post.intended': {
    apply: (state, { goal_id, timestamp, payload }) => {
      const { key, by: _, terminal: __, ...post } = payload;
      publishedOf(state, goal_id).posts[key] = {
        ...post,
        intended_at: timestamp,
        stands: 'intended',
      };
    },
  },
  'post.sent': {
    apply: (state, { goal_id, payload: { key, url, pull } }) => {
      const published = publishedOf(state, goal_id);
      const post = stand(published, key, 'sent');
      if (post && url !== undefined) post.url = url;
      if (pull) published.pull = pull;
      if (post?.what === 'branch') published.pushed = post.about;
    },
  },
  'post.failed': {
    apply: (state, { goal_id, payload: { key, why } }) => {
      stand(publishedOf(state, goal_id), key, 'failed', why);
    },
  },
  'post.unsure': {
    apply: (state, { goal_id, payload: { key, why } }) => {
      stand(publishedOf(state, goal_id), key, 'unsure', why);
    },
  },
};

function stand(
  { posts }: Published,
  key: string,
  stands: Post['stands'],
  why?: string,
): Post | undefined {
  const post = posts[key];
  if (!post) return undefined;
  post.stands = stands;
  delete post.why;
  if (why !== undefined) post.why = why;
  return post;
}

/** Behind all others: the last is the newest. One that waits for an answer is never forgotten. */
function publishedOf(state: State, goal: string): Published {
  const { [goal]: known = { posts: {} }, ...others } = state.published ?? {};
  const old = Object.entries(others);
  const isOpen = ({ posts }: Published) =>
    Object.values(posts).some(({ stands }) => stands === 'intended' || stands === 'unsure');
  const kept = old.filter(([, one], at) => at >= old.length - KEPT + 1 || isOpen(one));
  state.published = { ...Object.fromEntries(kept), [goal]: known };
  return known;
}
