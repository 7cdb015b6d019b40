"""Makes links that leave `docs` plain text: in the built book they lead nowhere.

A preprocessor of mdBook: it reads the book from standard input as JSON and
writes it to standard output."""
import json
import os
import re
import sys

if sys.argv[1:2] == ["supports"]:
    sys.exit(0)

context, book = json.load(sys.stdin)
source = os.path.normpath(os.path.join(context["root"], context["config"]["book"]["src"]))
docs = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def stays(folder, target):
    path = os.path.normpath(os.path.join(folder, target.split("#")[0]))
    return ":" in target or os.path.commonpath([path, docs]) == docs


def plain(text, folder):
    def link(found):
        return found[0] if stays(folder, found[2]) else found[1]

    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", link, text)


def walk(items):
    for item in items:
        if not (isinstance(item, dict) and "Chapter" in item):
            continue
        chapter = item["Chapter"]
        if chapter.get("source_path"):
            folder = os.path.dirname(os.path.join(source, chapter["source_path"]))
            chapter["content"] = plain(chapter["content"], folder)
        walk(chapter["sub_items"])


walk(book.get("items") or book.get("sections"))
json.dump(book, sys.stdout)
