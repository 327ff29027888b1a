/** @file Makes a folder of a small embedding model, which averages the word vectors that a test gives. */
import { wordLevelTokenizer } from '../../lm/files/tokenizer.ts';
import { OnnxGraph } from './onnx-graph.ts';

/** Returns the files of the folder. @param vectors by word, all of one length */
export async function embeddingFolder(
  vectors: Readonly<Record<string, readonly number[]>>,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const words = Object.keys(vectors);
  const size = vectors[words[0]].length;
  const tokenizer = wordLevelTokenizer(words);
  const nothing = new Array<number>(size).fill(0);
  const table = Float32Array.from([nothing, nothing, ...words.map((word) => vectors[word])].flat());
  const graph = new OnnxGraph(
    [
      { name: 'input_ids', type: 'int64', shape: ['batch_size', 'sequence_length'] },
      { name: 'attention_mask', type: 'int64', shape: ['batch_size', 'sequence_length'] },
    ],
    [{ name: 'last_hidden_state', type: 'float', shape: ['batch_size', 'sequence_length', size] }],
  );
  graph.weight('embeddings', [words.length + 2, size], table);
  graph.node('Gather', ['embeddings', 'input_ids'], {}, { outputs: ['last_hidden_state'] });
  const json = (value: object) => new TextEncoder().encode(JSON.stringify(value));
  return new Map([
    ['config.json', json({ model_type: 'bert', architectures: ['BertModel'], hidden_size: size })],
    ['tokenizer.json', json(tokenizer.files.tokenizer)],
    ['tokenizer_config.json', json(tokenizer.files.config)],
    ['onnx/model.onnx', graph.files('model.onnx').get('model.onnx')!],
  ]);
}
