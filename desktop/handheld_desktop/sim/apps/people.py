"""The people in the address book of a new phone."""

import random
from dataclasses import dataclass

_FIRST = """
Ada Adrian Agnes Ahmed Alice Amara Amir Anna Anton Aoife Arjun Astrid Beatriz Benjamin Bianca Björn Bo Camille Carlos
Chen Chiara Chloe Daniel Daria David Diego Dora Edit Elena Elias Emeka Emma Erik Esther Fatima Felix Finn Fiona Freya
Gábor Giulia Grace Hana Hanna Hassan Hiro Hugo Ibrahim Ida Igor Ilona Ines Ingrid Isaac Ivan Jakub James Jana Javier Jin
Joana João Jonas Julia Kaori Karim Katya Kenji Kofi Lara Lars Layla Leo Lina Linh Lucas Lucía Luka Maja Malik Marco
Maria Mateo Maya Mei Mia Miguel Mila Mohamed Nadia Naomi Nia Nikolai Nina Noah Noor Oksana Olga Oliver Omar Oscar Pablo
Paula Pedro Petra Priya Quentin Rafael Rahul Rania Rosa Ruth Samir Sara Sean Selma Sofia Sota Stefan Sven Tamar Tara
Tariq Theo Thomas Tomás Uma Valentina Vera Viktor Wanjiru Wei William Xin Yara Yasmin Yuki Yusuf Zara Zoe Zoltán
"""
_LAST = """
Adeyemi Ahmed Andersen Bakker Baker Bauer Becker Bianchi Brown Carter Castro Chen Costa Cruz Dahl Diaz Dubois Eriksen
Evans Fischer Fontaine Garcia Gomez Gupta Haas Hall Hansen Hoffmann Horváth Ito Ivanov Jansen Johansson Jones Kaya Khan
Kim Klein Kovács Kowalski Kumar Lang Larsen Lee Lopez Ma Maier Martin Mbeki Meyer Miller Mori Moreau Müller Nagy
Nakamura Nguyen Novak Okafor Olsen Park Patel Petrov Pham Popescu Reyes Ricci Rossi Roy Sato Schmidt Silva Singh Smith
Sousa Suzuki Svensson Szabó Tanaka Taylor Tóth Tran Vargas Walker Wang Weber White Wong Wu Yamada Yilmaz Young Zhang
"""


@dataclass(eq=False)
class Person:
    name: str
    number: str
    email: str
    starred: bool = False


def people(rng: random.Random, count: int = 240) -> list[Person]:
    """So many people with different names, by name."""
    first, last = _FIRST.split(), _LAST.split()
    names = {"Mum", "Work Desk"}
    while len(names) < count:
        names.add(f"{rng.choice(first)} {rng.choice(last)}")
    return [
        Person(name, f"+3620{5_550_000 + index * 37}", f"{name.split()[0].lower()}.{index}@example.com")
        for index, name in enumerate(sorted(names))
    ]
